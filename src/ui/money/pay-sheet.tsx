import { useSelector } from '@xstate/react';
import { useId, useState, type FormEvent } from 'react';
import { satsOf } from '#domain/money/money-entry.ts';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import { readPayable, type ReadPayable } from '#domain/wallet/payable.ts';
import { invoiceNote } from '#domain/wallet/payment-entry.ts';
import { walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { PasteButton } from '#ui/kit/paste-button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useArea } from '#ui/system-context.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { walletProblemText, walletTexts } from '#ui/texts/wallet.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';
import { aboutEntry, DoubtActs } from './looking.tsx';
import { shortHex } from './operation-page.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { useEntries, usePayments } from './use-money.ts';

type Chosen = Extract<ReadPayable, { payable: unknown }>;

type EnterProps = { onRead: (chosen: Chosen) => void; onClose: () => void };

const EnterInvoice = ({ onRead, onClose }: EnterProps) => {
  const id = useId();
  const [text, type] = useState('');
  const [problem, tell] = useState<string>();
  const take = (pasted: string) => {
    type(pasted);
    const read = readPayable(pasted, Date.now());
    if ('problem' in read) tell(texts[read.problem]);
    else onRead(read);
  };
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
          <Button look="primary" type="submit" form={id}>
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
            onChange={(event) => type(event.target.value)}
          />
          <PasteButton label={texts.paste} onPaste={take} onUnreadable={() => tell(texts.cannotPaste)} />
        </div>
        {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
      </form>
    </Sheet>
  );
};

const satsText = (msats: number) => whole(satsOf({ msats, direction: 'out' }));

const InvoiceFacts = ({ chosen: { invoice, payable } }: { chosen: Chosen }) => {
  const [payee] = useState(() => payeeOf(invoice));
  const note = invoiceNote(invoice.text);
  return (
    <>
      <div className="op__h center">
        <p className="amount">
          {satsText(payable.msats)}
          <small>{texts.sats}</small>
        </p>
        {note !== '' && (
          <p className="c-2" dir="auto">
            {note}
          </p>
        )}
      </div>
      <dl className="kv">
        {payee !== undefined && (
          <div className="kv__row">
            <dt>{texts.fact.payee}</dt>
            <dd className="mono">{shortHex(payee)}</dd>
          </div>
        )}
        {invoice.network !== 'bitcoin' && (
          <div className="kv__row">
            <dt>{texts.fact.network}</dt>
            <dd>{invoice.network}</dd>
          </div>
        )}
        <div className="kv__row">
          <dt>{texts.fact.expires}</dt>
          <dd>{dateLabel(invoice.expiresAt)}</dd>
        </div>
      </dl>
    </>
  );
};

type ConfirmProps = { chosen: Chosen; onBegun: () => void; onOther: () => void; onClose: () => void };

const ConfirmPayment = ({ chosen, onBegun, onOther, onClose }: ConfirmProps) => {
  const { paying } = useWallet();
  const wallet = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet);
  const [problem, tell] = useState<WalletProblem>();
  const [isBusy, setBusy] = useState(false);
  const { payable } = chosen;
  const pay = async () => {
    setBusy(true);
    tell(undefined);
    try {
      await paying.pay(payable);
      onBegun();
    } catch (error) {
      tell(walletProblemOf(error));
      setBusy(false);
    }
  };
  const isTooLittle = wallet?.balance !== undefined && wallet.balance * 1_000 < payable.msats;
  return (
    <Sheet
      title={texts.payTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onOther}>{texts.other}</Button>
          <Button look="value" icon="bolt" busy={isBusy} onClick={() => void pay()}>
            {texts.payNow(satsText(payable.msats))}
          </Button>
        </>
      }
    >
      <InvoiceFacts chosen={chosen} />
      {wallet && (
        <div className="list">
          <div className="item">
            <Icon name="wallet" />
            <span className="item__txt">
              <b>{wallet.name || wallet.alias}</b>
              <small>
                {wallet.balance === undefined ? walletTexts.noBalance : texts.available(whole(wallet.balance))}
              </small>
            </span>
          </div>
        </div>
      )}
      {isTooLittle && <Banner tone="warn" icon="alert" title={texts.tooLittle} />}
      <p className="hint">{texts.feeLater}</p>
      {problem && <Problem>{walletProblemText(problem)}</Problem>}
    </Sheet>
  );
};

const ENDS = { paid: 'ok', 'not paid': 'bad', 'not known': 'warn', 'needs you': 'bad' } as const;

/** What becomes of it; closing this ends nothing. */
const Progress = ({ hash, msats, onClose }: { hash: string; msats: number; onClose: () => void }) => {
  const record = usePayments()?.find((one) => one.hash === hash);
  const entry = useEntries()?.find((one) => one.id === hash);
  return (
    <Sheet
      title={texts.paying(satsText(msats))}
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      {record && <PaymentSteps record={record} />}
      {record && entry && entry.state !== 'under way' && (
        <Banner
          tone={ENDS[entry.state]}
          icon={entry.state === 'paid' ? 'check' : 'alert'}
          title={aboutEntry(record, entry).title}
        >
          {record.problem && entry.state === 'not paid'
            ? walletProblemText(record.problem)
            : aboutEntry(record, entry).why}
        </Banner>
      )}
      {record && entry && (entry.state === 'not known' || entry.state === 'needs you') && (
        <DoubtActs record={record} state={entry.state} />
      )}
      {entry?.state === 'under way' && (
        <Banner icon="info" title={texts.canClose}>
          {texts.canCloseWhy}
        </Banner>
      )}
    </Sheet>
  );
};

/** Pays an invoice that somebody pastes: what it says first, then, once it is written down, what becomes of it. */
export const PaySheet = ({ onClose }: { onClose: () => void }) => {
  const [chosen, choose] = useState<Chosen>();
  const [isBegun, begin] = useState(false);
  if (!chosen) return <EnterInvoice onRead={choose} onClose={onClose} />;
  const { paymentHash, msats } = chosen.payable;
  if (isBegun) return <Progress hash={paymentHash} msats={msats} onClose={onClose} />;
  return (
    <ConfirmPayment chosen={chosen} onBegun={() => begin(true)} onOther={() => choose(undefined)} onClose={onClose} />
  );
};
