import { useMemo } from 'react';
import { isInDoubt, satsOf, type MoneyEntry } from '#domain/money/money-entry.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { SECOND } from '#domain/units.ts';
import { CopyItem } from '#ui/kit/copy-item.tsx';
import type { Fact } from '#ui/kit/facts.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { evidenceText, knownOf } from './evidence.ts';
import { shortHash } from './known.ts';
import { aboutEntry, DoubtActs, Looking } from './looking.tsx';
import { MoneyPage } from './money-page.tsx';
import { Movement, MovementGone } from './movement.tsx';
import { PaymentParts } from './payment-parts.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { useEntries, useIsUnreadable, usePayments } from './use-money.ts';
import { Unreadable } from './wallet-page.tsx';

const factsOf = (
  { invoice, route, feesMsats, invoiceExpiresAt, hash }: PaymentRecord,
  entry: MoneyEntry,
): readonly Fact[] => {
  const { fact } = texts;
  const read = readInvoice(invoice);
  const payee = read && payeeOf(read);
  const fee = feesMsats === undefined ? undefined : Math.ceil(feesMsats / 1_000);
  return [
    [fact.amount, whole(satsOf(entry)), 'num'],
    [fact.fee, fee === undefined ? fact.feeUnknown : whole(fee), fee === undefined ? undefined : 'num'],
    [fact.for, entry.note === '' ? undefined : texts.quoted(entry.note), 'text'],
    [fact.payee, payee && shortHash(payee), 'mono'],
    [fact.wallet, fact[route.kind]],
    [fact.network, read && read.network !== 'bitcoin' ? read.network : undefined],
    [fact.expires, dateLabel(Math.floor(invoiceExpiresAt / SECOND))],
    [fact.hash, shortHash(hash), 'mono'],
  ];
};

const Copies = ({ record, entry }: { record: PaymentRecord; entry: MoneyEntry }) => (
  <>
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
  </>
);

const Operation = ({ record, entry }: { record: PaymentRecord; entry: MoneyEntry }) => {
  const name = useDisplayName(entry.person ?? '');
  const facts = useMemo(() => factsOf(record, entry), [record, entry]);
  return (
    <Movement
      entry={entry}
      what={entry.person === undefined ? texts.by(texts.kinds[entry.kind]) : texts.to(name)}
      about={aboutEntry(record, entry)}
      facts={facts}
      steps={<PaymentSteps record={record} stand={entry.state} />}
      known={knownOf(record)}
      endsWhy={texts.endsWhy}
      copies={<Copies record={record} entry={entry} />}
    >
      <PaymentParts record={record} />
      {entry.state === 'not known' && <Looking record={record} />}
      {isInDoubt(entry) && <DoubtActs record={record} state={entry.state} />}
    </Movement>
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
            <MovementGone />
          ) : (
            <output className="hint">{texts.loading}</output>
          )}
        </div>
      )}
    </MoneyPage>
  );
};
