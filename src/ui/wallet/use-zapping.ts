import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Payee } from '#domain/wallet/payee.ts';
import { zapFailureOf, type ZapFailure, type ZapView } from '#domain/wallet/zap-wish.ts';
import type { ZapChoice } from '#domain/wallet/zap-choice.ts';
import type { Zapping } from '#ports/zapping.ts';
import { useWallet } from './use-wallet.ts';

/** What is known of somebody's provider: asked while it is neither a payee nor a failure. */
export type FoundPayee = { readonly payee?: Payee; readonly failure?: ZapFailure };

const ASKED: FoundPayee = {};

/** What the providers of these people say, as far as they answered. */
export const usePayees = (pubkeys: readonly string[]): ReadonlyMap<string, FoundPayee> => {
  const { zapping, proxy } = useWallet();
  // whoever comes back from naming one is answered by it
  const through = useSyncExternalStore(proxy.subscribe, proxy.get);
  const [found, setFound] = useState<ReadonlyMap<string, FoundPayee>>(new Map());
  const key = pubkeys.join(' ');
  useEffect(() => {
    let isGone = false;
    const keep = (pubkey: string, one: FoundPayee) => {
      if (!isGone) setFound((known) => new Map(known).set(pubkey, one));
    };
    for (const pubkey of key.split(' ')) {
      zapping.payee(pubkey).then(
        (payee) => keep(pubkey, { payee }),
        (error: unknown) => keep(pubkey, { failure: zapFailureOf(error) }),
      );
    }
    return () => void (isGone = true);
    // oxlint-disable-next-line react/exhaustive-deps -- another proxy gives another answer
  }, [key, zapping, through]);
  return new Map(pubkeys.map((pubkey) => [pubkey, found.get(pubkey) ?? ASKED]));
};

/** The zaps of a target in this visit. */
export const useZaps = (target: string): readonly ZapView[] => {
  const { zapping } = useWallet();
  const views = useCallback(() => zapping.of(target), [zapping, target]);
  return useSyncExternalStore(zapping.subscribe, views);
};

/** How the user zaps, and a function that changes it. */
export const useZapChoice = (): readonly [ZapChoice, Zapping['choice']['set']] => {
  const { choice } = useWallet().zapping;
  return [useSyncExternalStore(choice.subscribe, choice.get), choice.set];
};
