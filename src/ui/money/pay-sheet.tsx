import { useEffect, useEffectEvent, useId, useState, type FormEvent } from 'react';
import { bareRequestText, isRequestText } from '#domain/ecash/requests/request-text.ts';
import { paysOffers } from '#domain/ecash/ledger/parts.ts';
import { isOpenEntry, type MoneyEntry, type MoneyState } from '#domain/money/money-entry.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { isOfferText, type Offer } from '#domain/wallet/offer.ts';
import { readPayAddresses, type PayAddresses } from '#domain/wallet/lightning-address.ts';
import { readPayable, readPayableOffer, type InvoiceToPay, type PayableProblem } from '#domain/wallet/payable.ts';
import type { Payee } from '#domain/wallet/payee.ts';
import type { WhyUnread } from '#domain/wallet/zap-problem.ts';
import { unreadOf, zapFailureOf } from '#domain/wallet/zap-wish.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { PasteButton } from '#ui/kit/paste-button.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { lazyView } from '#ui/kit/later.ts';
import { Sheet } from '#ui/kit/sheet.tsx';
import { ScanCode } from '#ui/scan/scanner.tsx';
import { ActProblem, anew, UnlockButton, useAct } from '#ui/ecash/act.tsx';
import { reasonAnd } from '#ui/ecash/ended-why.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { ecashProblemText, refusalText } from '#ui/ecash/failure-text.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';
import { UnreadWay } from '#ui/wallet/unread-way.tsx';
import { useWallet } from '#ui/wallet/use-wallet.ts';
import { ConfirmPayment, satsText } from './confirm-payment.tsx';
import type { PageProps } from './ecash-pages.ts';
import { useBegun, useFollowUp } from './follow-up.ts';
import { DoubtActs, useAboutEntry, useIsUnasked } from './looking.tsx';
import { PaymentParts } from './payment-parts.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { useFirstPayer } from './payers.tsx';
import { useEntries, usePayments } from './use-money.ts';

const PayOffer = lazyView(() => import('./offer-sheet.tsx'), 'PayOffer');
const PayAddress = lazyView(() => import('./pay-address-sheet.tsx'), 'PayAddress');

/** What is wrong with what was typed; `why`: what to do about it, where the words alone do not say so. */
type Refusal = { readonly text: string; readonly why?: string; readonly needsLogin?: true };

/** In the words of whoever would pay (MELT-03, MELT-04, WEBLN-05). */
const useRefusal = () => {
  const payer = useFirstPayer();
  return (typed: string, problem: PayableProblem): Refusal => {
    const isEmpty = typed.trim() === '';
    const why = isEmpty ? texts.noText : texts[problem];
    if (isEmpty && payer?.route?.kind === 'webln') return { text: walletProblemText({ code: 'missing-pr' }), why };
    if (!payer?.mint || (problem !== 'noAmount' && !isEmpty)) return { text: why };
    return { text: ecashProblemText({ code: isEmpty ? 'pr-required' : 'invoice-no-amount' }), why };
  };
};

const Refused = ({ id, refusal: { text, why, needsLogin } }: { id: string; refusal: Refusal }) => (
  <>
    <Problem id={id}>{text}</Problem>
    {why !== undefined && <p className="hint">{why}</p>}
    {needsLogin && <UnlockButton />}
  </>
);

/** What of all that can be paid was pasted; an invoice may be of the payee whose address it was. */
type Pasted =
  | { readonly offer: Offer }
  | { readonly payee: Payee }
  | { readonly invoice: InvoiceToPay; readonly payee?: Payee };

type EnterProps = {
  /** an invoice that cannot be paid; '' for none */
  given: string;
  onRead: (pasted: Pasted) => void;
  onClose: () => void;
};

/** Reads an offer; only mints pay one, and not all of them. */
const useReadOffer = () => {
  const mints = useEcashStand()?.mints ?? [];
  const needsLogin = useEcashAccess() === 'none';
  return (typed: string): Offer | Refusal => {
    const read = readPayableOffer(typed, Date.now());
    if ('problem' in read) return { text: texts[read.problem] };
    const isPayable = mints.some(({ balance, facts }) => balance > 0 && facts && paysOffers(facts));
    if (isPayable) return read.offer;
    return needsLogin ? { text: ecashTexts.login.title, needsLogin } : { text: texts.offerNoMint };
  };
};

/** What is in the field, and what is wrong with it; `take` goes on with it, or asks the provider of an address first. */
const useEntry = ({ given, onRead }: EnterProps) => {
  const { address } = useWallet();
  const act = useAct();
  const followUp = useFollowUp();
  const refusalOf = useRefusal();
  const readOffer = useReadOffer();
  const isOut = useEcashAccess() === 'none';
  const [text, type] = useState(given);
  const [problem, tell] = useState(() => {
    const read = given !== '' && readPayable(given, Date.now());
    return read && 'problem' in read && read.problem !== 'noInvoice' ? refusalOf(given, read.problem) : undefined;
  });
  const [unread, noteUnread] = useState<WhyUnread>();
  const typeAnew = anew(
    type,
    () => tell(undefined),
    () => noteUnread(undefined),
    act.forget,
  );
  const find = async (addresses: PayAddresses) => {
    const payee = await address.find(addresses).catch((error: unknown) => {
      noteUnread(unreadOf(zapFailureOf(error)));
      throw error;
    });
    onRead({ payee });
  };
  const [enter, secret, onKeyDown] = useNoSecret(typeAnew);
  const take = (pasted: string) => {
    enter(pasted);
    if (leakedSecret(pasted) !== undefined) return;
    if (isRequestText(pasted)) return followUp(bareRequestText(pasted));
    if (isOfferText(pasted)) {
      const offer = readOffer(pasted);
      return 'networks' in offer ? onRead({ offer }) : tell(offer);
    }
    const addresses = readPayAddresses(pasted);
    if (addresses) return act.run(() => find(addresses));
    const read = readPayable(pasted, Date.now());
    if ('problem' in read) tell(refusalOf(pasted, read.problem));
    else onRead({ invoice: read });
  };
  const standing = problem?.needsLogin && !isOut ? undefined : problem;
  const shown = standing ?? (secret === undefined ? undefined : { text: secret });
  return { text, enter, onKeyDown, problem: shown, tell, act, unread: act.problem && unread, take };
};

const EnterInvoice = (props: EnterProps) => {
  const { onClose } = props;
  const id = useId();
  const { text, enter, onKeyDown, problem, tell, act, unread, take } = useEntry(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take(text);
  };
  return (
    <Sheet
      title={texts.payTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="primary" type="submit" form={id} busy={act.isBusy}>
            {texts.next}
          </Button>
        </>
      }
    >
      <form id={id} className="field" onSubmit={submit}>
        <label htmlFor={`${id}-text`}>
          {texts.invoice} <small>{texts.invoiceHint}</small>
        </label>
        <div className="inset">
          <textarea
            className="input input--mono"
            id={`${id}-text`}
            rows={4}
            value={text}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={(event) => enter(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <PasteButton label={texts.paste} onPaste={take} onUnreadable={() => tell({ text: texts.cannotPaste })} />
        </div>
        {problem && <Refused id={`${id}-problem`} refusal={problem} />}
        <ActProblem act={act} />
        {unread && (
          <p className="hint">
            <UnreadWay unread={unread} />
          </p>
        )}
        <ScanCode wish="invoice" onFound={take} />
      </form>
    </Sheet>
  );
};

const ENDS = { 'under way': 'warn', paid: 'ok', 'not paid': 'bad', 'not known': 'warn', 'needs you': 'bad' } as const;

/** As long as its end is not certain, it is on its way. */
const titleOf = (state: MoneyState | undefined, msats: number): string => {
  const sats = satsText(msats);
  if (state === 'paid') return texts.paid(sats);
  return state === 'not paid' ? texts.notPaid(sats) : texts.paying(sats);
};

/** What a wallet says of a payment it refused is all that is known; a mint's ecash is back. */
const whyNotPaid = (record: PaymentRecord, stand: string): string =>
  record.route.kind === 'ecash' ? reasonAnd(refusalText(record), stand) : refusalText(record) || stand;

/** What came of it, or that nobody knows, and what can be done about that. */
const Stand = ({ record, entry }: { record: PaymentRecord; entry: MoneyEntry }) => {
  const { title, why } = useAboutEntry(record, entry);
  const isUnasked = useIsUnasked(record);
  if (entry.state === 'under way' && !isUnasked)
    return (
      <Banner icon="info" title={texts.canClose}>
        {texts.canCloseWhy}
      </Banner>
    );
  return (
    <>
      <Banner tone={ENDS[entry.state]} icon={entry.state === 'paid' ? 'check' : 'alert'} title={title}>
        {entry.state === 'not paid' ? whyNotPaid(record, why) : why}
      </Banner>
      {isOpenEntry(entry) && <DoubtActs record={record} state={entry.state} />}
    </>
  );
};

type ProgressProps = { hash: string; msats: number; onAgain: () => void; onClose: () => void };

/** What becomes of it; closing this ends nothing. */
const Progress = ({ hash, msats, onAgain, onClose }: ProgressProps) => {
  const record = usePayments()?.find((one) => one.hash === hash);
  const entry = useEntries()?.find((one) => one.id === hash);
  return (
    <Sheet
      title={titleOf(entry?.state, msats)}
      onClose={onClose}
      foot={
        <>
          {entry?.state === 'not paid' && <Button onClick={onAgain}>{texts.anotherWay}</Button>}
          <Button look="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      {record && <PaymentSteps record={record} stand={entry?.state} />}
      {record && <PaymentParts record={record} />}
      {record && entry && <Stand record={record} entry={entry} />}
    </Sheet>
  );
};

/** An invoice that the address names; undefined where it names none that can be paid. */
const pastedOf = (given: string): Pasted | undefined => {
  const read = readPayable(given, Date.now());
  return 'problem' in read ? undefined : { invoice: read };
};

/** Whether a wallet or a mint is paying it: nobody is asked for it a second time. */
const useIsPaidNow = (hash: string): boolean => {
  const record = usePayments()?.find((one) => one.hash === hash);
  const entry = useEntries()?.find((one) => one.id === hash);
  return record !== undefined && record.route.kind !== 'shown' && entry !== undefined && isOpenEntry(entry);
};

type PayInvoiceProps = { invoice: InvoiceToPay; onOther: () => void } & Pick<PageProps, 'onBegun' | 'onClose'>;

const PayInvoice = ({ invoice, onBegun, onOther, onClose }: PayInvoiceProps) => {
  const { paymentHash, msats } = invoice.payable;
  const { id, begin, forget } = useBegun(onBegun);
  const isPaidNow = useIsPaidNow(paymentHash);
  const follow = useEffectEvent(() => begin(paymentHash));
  useEffect(() => {
    if (isPaidNow) follow();
  }, [isPaidNow]);
  if (id !== undefined || isPaidNow)
    return <Progress hash={paymentHash} msats={msats} onAgain={forget} onClose={onClose} />;
  return <ConfirmPayment chosen={invoice} onBegun={() => begin(paymentHash)} onOther={onOther} onClose={onClose} />;
};

/** Pays an invoice that is given or pasted: what it says first, then, once it is written down, what becomes of it. */
export const PaySheet = ({ given, onBegun, onClose }: PageProps & { given: string }) => {
  const [pasted, read] = useState(() => pastedOf(given));
  const [unpayable] = useState(pasted || given === 'pay' ? '' : given);
  if (!pasted) return <EnterInvoice given={unpayable} onRead={read} onClose={onClose} />;
  if ('offer' in pasted) return <PayOffer offer={pasted.offer} onOther={() => read(undefined)} onClose={onClose} />;
  if (!('invoice' in pasted))
    return <PayAddress payee={pasted.payee} onInvoice={(invoice) => read({ ...pasted, invoice })} onClose={onClose} />;
  const { invoice, payee } = pasted;
  return <PayInvoice invoice={invoice} onBegun={onBegun} onOther={() => read(payee && { payee })} onClose={onClose} />;
};
