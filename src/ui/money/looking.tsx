import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { isOfDeletedEcash, mayDeny, type PaymentRecord } from '#domain/wallet/payment.ts';
import { mayProve } from '#domain/wallet/payment-entry.ts';
import type { MoneyEntry } from '#domain/money/money-entry.ts';
import { AskNow, MintMail } from '#ui/ecash/ask-now.tsx';
import { PollRing } from '#ui/ecash/deposits/poll-ring.tsx';
import { useIsEcashOpen } from '#ui/ecash/use-ecash-access.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { whole } from '#ui/texts/formats.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { toSats } from '#domain/msats.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';
import { zapTexts } from '#ui/texts/zap.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';
import { useWayToWallet } from '#ui/wallet/way-to-wallet.ts';
import { useCanAsk, usePaymentLooks, useMelts } from './use-money.ts';

const askingOf = ({ route }: PaymentRecord): string =>
  route.kind === 'ecash' ? ecashMovesTexts.pay.asking : texts.asking;

/** Whether mints pay it whom this tab cannot ask what became of it: while the wallet is not open it asks none. */
export const useIsUnasked = (record: PaymentRecord): boolean => {
  const [isOpen, melts] = [useIsEcashOpen(), useMelts(record)];
  return !isOpen && melts.length > 0;
};

/** How often the wallet was asked and when it is asked again: by this tab, or by another one that is connected to it. */
export const Looking = ({ record }: { record: PaymentRecord }) => {
  const { hash, asks = 0 } = record;
  const isUnasked = useIsUnasked(record);
  const canAsk = useCanAsk(record);
  const { isAsking, looks, withinSeconds } = usePaymentLooks(hash);
  const when = canAsk ? texts.nextLook(withinSeconds) : texts.askedByOther;
  if (isUnasked) return null;
  return (
    <div className="poll">
      {canAsk ? <PollRing seconds={withinSeconds} turn={isAsking ? -1 : looks} /> : <Icon name="clock" />}
      <output className="item__txt">
        <b>{isAsking && canAsk ? askingOf(record) : when}</b>
        <small>{asks === 0 ? texts.askedNever : texts.asked(asks)}</small>
      </output>
      <span className="tag tag--warn">{texts.pending}</span>
    </div>
  );
};

/** Asks now. */
const LookAgain = ({ hash }: { hash: string }) => {
  const { isAsking, look } = usePaymentLooks(hash);
  return (
    <Button look="line" icon="refresh" busy={isAsking} disabled={!look} onClick={look}>
      {texts.look}
    </Button>
  );
};

/** The way to the wallet that was asked to pay. */
const BringWallet = () => {
  const openWallets = useWayToWallet();
  return (
    <Button look="primary" icon="link" aria-haspopup="dialog" onClick={openWallets}>
      {texts.connect}
    </Button>
  );
};

/** Takes the proof of payment that a wallet shows and nobody can ask it for. */
const Prove = ({ hash }: { hash: string }) => {
  const { paying } = useWallet();
  const id = useId();
  const [preimage, type] = useState('');
  const [problem, tell] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      tell((await paying.prove(hash, preimage)) ? undefined : texts.prove.wrong);
    } catch (error) {
      tell(walletProblemText(walletProblemOf(error)));
    }
  };
  return (
    <form className="field" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>
        {texts.prove.label} <small>{texts.prove.hint}</small>
      </label>
      <div className="joined">
        <input
          className="input input--mono"
          id={id}
          value={preimage}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          onChange={(event) => type(event.target.value)}
        />
        <Button type="submit">{texts.prove.submit}</Button>
      </div>
      {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
    </form>
  );
};

/** Takes the user's word that nothing was paid, once the invoice is long over. */
const Deny = ({ record }: { record: PaymentRecord }) => {
  const { paying } = useWallet();
  const [now] = useState(Date.now);
  const [problem, tell] = useState<string>();
  if (!mayDeny(record, now)) return null;
  const deny = () =>
    void paying.deny(record.hash).catch((error: unknown) => tell(walletProblemText(walletProblemOf(error))));
  return (
    <div className="stack">
      <p className="hint">{isOfDeletedEcash(record) ? ecashMovesTexts.pay.deleted.deny : texts.deny.why}</p>
      <Button look="line" onClick={deny}>
        {texts.deny.submit}
      </Button>
      {problem !== undefined && <Problem>{problem}</Problem>}
    </div>
  );
};

type DoubtProps = {
  record: PaymentRecord;
  state: MoneyEntry['state'];
  /** what else there is to press */
  children?: ReactNode;
};

/** Asks the mints that a payment was asked of; one that cannot help itself is written to. */
const MintActs = ({ record, state }: Pick<DoubtProps, 'record' | 'state'>) => {
  const melts = useMelts(record);
  const stuck = melts.find(({ phase }) => phase === 'attention');
  if (melts.length === 0) return state === 'not known' ? <LookAgain hash={record.hash} /> : null;
  return (
    <>
      <AskNow ids={melts.map(({ id }) => id)} />
      {stuck && <MintMail mint={stuck.mint} />}
    </>
  );
};

/** The same of a wallet. */
const WalletActs = ({ record, state }: Pick<DoubtProps, 'record' | 'state'>) => {
  const canAsk = useCanAsk(record);
  return (
    <>
      {state !== 'under way' && canAsk && <LookAgain hash={record.hash} />}
      {state === 'needs you' && <BringWallet />}
    </>
  );
};

/** What can be done about a payment of which nobody knows. */
export const DoubtActs = ({ record, state, children }: DoubtProps) => {
  const isOfMints = record.route.kind === 'ecash';
  const isBrowsers = record.route.kind === 'webln';
  const isInDoubt = state !== 'under way';
  const isUnasked = useIsUnasked(record);
  return (
    <>
      {mayProve(record, state) && <Prove hash={record.hash} />}
      {isInDoubt && <Deny record={record} />}
      <div className="now__acts">
        {!isBrowsers && !isOfMints && <WalletActs record={record} state={state} />}
        {isOfMints && (isInDoubt || isUnasked) && <MintActs record={record} state={state} />}
        {children}
      </div>
    </>
  );
};

/** Why it is so, in a sentence; `isUnasked`: this tab cannot ask the mints that pay it. */
export const aboutEntry = (
  record: PaymentRecord,
  entry: MoneyEntry,
  isUnasked = false,
): { title: string; why: string } => {
  const { state, truth, feeMsats = 0 } = entry;
  const { route, problem } = record;
  const about = texts.about[state];
  if (route.kind === 'ecash') {
    if (isOfDeletedEcash(record)) return { ...about, why: ecashMovesTexts.pay.deleted.why };
    if (state === 'needs you') return ecashMovesTexts.operation.about[state];
    if (state === 'not paid' && record.ecashProblem?.code === 'token-spent')
      return { ...about, why: ecashMovesTexts.operation.goneOut };
    if (state === 'not paid' && feeMsats > 0)
      return { ...about, why: ecashMovesTexts.operation.backLess(whole(toSats(feeMsats))) };
    if (state === 'paid') return { ...about, why: ecashMovesTexts.pay.paidWhy(entry) };
    return {
      ...about,
      ...ecashMovesTexts.pay[route.parts ? 'aboutParts' : 'about'][state],
      ...(isUnasked && state === 'not known' && { title: ecashMovesTexts.operation.notKnownLocked }),
      ...(isUnasked && state === 'under way' && { why: ecashMovesTexts.pay.unasked }),
    };
  }
  // ZAP-13; a zap says it where it can be sent again
  if (state === 'not known' && route.kind === 'nwc' && problem?.code === 'no-answer' && !record.purpose)
    return { ...about, why: `${zapTexts.timedOut} ${about.why}` };
  if (truth === 'word') return { ...about, why: route.kind === 'shown' ? texts.paidAsTold : texts.paidByWord };
  return state === 'needs you' && route.kind === 'webln' ? { ...about, why: texts.browserWhy } : about;
};

/** The same, as far as this tab can ask the mints. */
export const useAboutEntry = (record: PaymentRecord, entry: MoneyEntry) =>
  aboutEntry(record, entry, useIsUnasked(record));
