import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Payee } from '#domain/wallet/payee.ts';
import { zapFailureOf, type WrittenZap, type ZapFailure, type ZapView } from '#domain/wallet/zap-wish.ts';
import type { ZapChoice } from '#domain/wallet/zap-choice.ts';
import type { Zapping } from '#ports/zapping.ts';
import { useWallet } from './use-wallet.ts';

/** What is known of somebody's provider: asked while it is neither a payee nor a failure. */
export type FoundPayee = { readonly payee?: Payee; readonly failure?: ZapFailure };

/** What is answered about these people; what was known stays until the next answer. Another `round` asks about all again. */
export const useAnswers = <Answer>(
  people: readonly string[],
  ask: (person: string) => Promise<Answer>,
  round: string,
): { readonly answers: ReadonlyMap<string, Answer>; readonly isAsking: boolean } => {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map());
  const [answered, setAnswered] = useState<string>();
  const key = people.join(' ');
  useEffect(() => {
    let isGone = false;
    const asked = key.split(' ').map(async (person) => {
      const answer = await ask(person);
      if (!isGone) setAnswers((known) => new Map(known).set(person, answer));
    });
    void Promise.all(asked).then(() => isGone || setAnswered(round));
    return () => void (isGone = true);
  }, [key, ask, round]);
  return { answers, isAsking: answered !== round };
};

const ASKED: FoundPayee = {};

/** What the providers of these people say, as far as they answered; another `attempt` asks again. */
export const usePayees = (
  pubkeys: readonly string[],
  attempt = 0,
): { readonly payees: ReadonlyMap<string, FoundPayee>; readonly isAsking: boolean } => {
  const { zapping, proxy } = useWallet();
  // whoever comes back from naming one is answered by it
  const { url, zaps } = useSyncExternalStore(proxy.subscribe, proxy.get) ?? {};
  const ask = useCallback(
    (pubkey: string): Promise<FoundPayee> =>
      zapping.payee(pubkey).then(
        (payee) => ({ payee }),
        (error: unknown) => ({ failure: zapFailureOf(error) }),
      ),
    [zapping],
  );
  const { answers, isAsking } = useAnswers(pubkeys, ask, `${attempt} ${url} ${zaps}`);
  return { payees: new Map(pubkeys.map((pubkey) => [pubkey, answers.get(pubkey) ?? ASKED])), isAsking };
};

/** The zaps of a target in this visit. */
export const useZaps = (target: string): readonly ZapView[] => {
  const { zapping } = useWallet();
  const views = useCallback(() => zapping.of(target), [zapping, target]);
  return useSyncExternalStore(zapping.subscribe, views);
};

/** Those of a target that are written down and not over, also of earlier visits and other tabs. */
export const useOpenZaps = (target: string): readonly WrittenZap[] => {
  const { zapping } = useWallet();
  const zaps = useCallback(() => zapping.open(target), [zapping, target]);
  return useSyncExternalStore(zapping.subscribe, zaps);
};

/** How the user zaps, and a function that changes it. */
export const useZapChoice = (): readonly [ZapChoice, Zapping['choice']['set']] => {
  const { choice } = useWallet().zapping;
  return [useSyncExternalStore(choice.subscribe, choice.get), choice.set];
};
