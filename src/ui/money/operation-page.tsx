import { useMemo } from 'react';
import { isInDoubt, satsOf, type MoneyEntry } from '#domain/money/money-entry.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { SECOND } from '#domain/units.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { CopyItem } from '#ui/kit/copy-item.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { signedSats } from './entry-words.ts';
import { evidenceText, knownOf } from './evidence.ts';
import { aboutEntry, DoubtActs, Looking } from './looking.tsx';
import { MoneyPage } from './money-page.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { clockLabel } from '#ui/texts/dates.ts';
import { useEntries, useIsUnreadable, usePayments } from './use-money.ts';
import { Unreadable } from './wallet-page.tsx';

const EDGE = 8;
/** The two ends of a key or a hash. */
export const shortHex = (hex: string): string => `${hex.slice(0, EDGE)}…${hex.slice(-EDGE)}`;

const BANNERS = {
  'under way': { icon: 'clock' },
  'not known': { tone: 'warn', icon: 'clock' },
  'needs you': { tone: 'bad', icon: 'alert' },
  paid: { tone: 'ok', icon: 'check' },
  'not paid': { icon: 'info' },
} as const;

const Facts = ({ record, entry }: { record: PaymentRecord; entry: MoneyEntry }) => {
  const { invoice, route, feesMsats, invoiceExpiresAt, hash } = record;
  const { fact } = texts;
  const read = useMemo(() => readInvoice(invoice), [invoice]);
  const payee = useMemo(() => read && payeeOf(read), [read]);
  const fee = feesMsats === undefined ? undefined : Math.ceil(feesMsats / 1_000);
  const rows: readonly (readonly [string, string | undefined, 'num' | 'mono' | undefined])[] = [
    [fact.amount, whole(satsOf(entry)), 'num'],
    [fact.fee, fee === undefined ? fact.feeUnknown : whole(fee), fee === undefined ? undefined : 'num'],
    [fact.for, entry.note === '' ? undefined : texts.quoted(entry.note), undefined],
    [fact.payee, payee && shortHex(payee), 'mono'],
    [fact.wallet, fact[route.kind], undefined],
    [fact.network, read && read.network !== 'bitcoin' ? read.network : undefined, undefined],
    [fact.expires, dateLabel(Math.floor(invoiceExpiresAt / SECOND)), undefined],
    [fact.hash, shortHex(hash), 'mono'],
  ];
  return (
    <dl className="kv">
      {rows.map(([name, value, look]) =>
        value === undefined ? null : (
          <div key={name} className="kv__row">
            <dt>{name}</dt>
            <dd className={look} dir={name === fact.for ? 'auto' : undefined}>
              {value}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
};

const Known = ({ record }: { record: PaymentRecord }) => (
  <section className="wl__part">
    <h2>{texts.known}</h2>
    <ol className="list heard">
      {knownOf(record).map(({ at, text }) => (
        <li key={`${at} ${text}`}>
          <time dateTime={new Date(at).toISOString()}>{clockLabel(at)}</time>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  </section>
);

const Ends = ({ record, entry }: { record: PaymentRecord; entry: MoneyEntry }) => (
  <section className="wl__part">
    {isInDoubt(entry) && (
      <>
        <h2>{texts.ends}</h2>
        <p className="c-2">{texts.endsWhy}</p>
      </>
    )}
    <div className="list">
      <CopyItem
        icon="copy"
        label={texts.copyInvoice}
        text={record.invoice}
        {...(isInDoubt(entry) && { hint: texts.copyInvoiceWhy })}
      />
      {record.preimage !== undefined && (
        <CopyItem icon="check" label={texts.copyProof} hint={texts.copyProofWhy} text={record.preimage} />
      )}
      <CopyItem icon="file" label={texts.copyEvidence} hint={texts.copyEvidenceWhy} text={evidenceText(record)} />
    </div>
  </section>
);

const Operation = ({ record, entry }: { record: PaymentRecord; entry: MoneyEntry }) => {
  const name = useDisplayName(entry.person ?? '');
  const { title, why } = aboutEntry(record, entry);
  return (
    <div className="wl wl--op">
      <section className="op">
        <div className="op__h">
          <p className="t-sm c-2">{entry.person === undefined ? texts.by(texts.kinds[entry.kind]) : texts.to(name)}</p>
          <p className="amount">
            {signedSats(entry)}
            <small>{texts.sats}</small>
          </p>
        </div>
        <Banner {...BANNERS[entry.state]} title={title}>
          {why}
        </Banner>
        {entry.state === 'not known' && <Looking record={record} />}
        {isInDoubt(entry) && <DoubtActs record={record} state={entry.state} />}
        <Facts record={record} entry={entry} />
      </section>
      <section className="wl__part">
        <h2>{texts.steps}</h2>
        <PaymentSteps record={record} />
      </section>
      <Known record={record} />
      <Ends record={record} entry={entry} />
    </div>
  );
};

/** All that is known of one payment: what it costs, how far it came, what proves it, what can be done. */
export const OperationPage = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const [payments, entries, isUnreadable] = [usePayments(), useEntries(), useIsUnreadable()];
  const record = payments?.find(({ hash }) => hash === id);
  const entry = entries?.find((one) => one.id === id);
  return (
    <MoneyPage title={texts.payment} onClose={onClose}>
      {record && entry ? (
        <Operation record={record} entry={entry} />
      ) : (
        <div className="wl wl--hist">
          {isUnreadable ? (
            <Unreadable />
          ) : payments ? (
            <EmptyState art="nut" title={texts.paymentGone}>
              {texts.paymentGoneWhy}
            </EmptyState>
          ) : (
            <output className="hint">{texts.loading}</output>
          )}
        </div>
      )}
    </MoneyPage>
  );
};
