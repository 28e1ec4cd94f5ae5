import { useMemo } from 'react';
import { feeSats, isInDoubt, satsOf, type MoneyEntry } from '#domain/money/money-entry.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import { payeeOf } from '#domain/wallet/invoice-payee.ts';
import { isOfDeletedEcash, type PaymentRecord } from '#domain/wallet/payment.ts';
import { toSeconds } from '#domain/units.ts';
import { CopyItem } from '#ui/kit/copy-item.tsx';
import type { Fact } from '#ui/kit/facts.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { dateLabel, whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { evidenceText, knownOfPayment } from './payment-evidence.ts';
import { shortHash } from './short-hash.ts';
import { DoubtActs, Looking, useAboutEntry, useIsUnasked } from './looking.tsx';
import { MoneyPage } from './money-page.tsx';
import { Movement, MovementGone } from './movement.tsx';
import { PaymentParts } from './payment-parts.tsx';
import { PaymentSteps } from './payment-steps.tsx';
import { useEntries, useIsUnreadable, useMelts, usePayments } from './use-money.ts';
import { Unreadable } from './wallet-page.tsx';

const sumOf = (melts: readonly Operation[], of: (melt: Operation) => number): number =>
  melts.reduce((sum, melt) => sum + of(melt), 0);

/** What it cost; as long as mints are at it, what it may cost at most. */
const feeFact = ({ phase }: PaymentRecord, { feeMsats }: MoneyEntry, melts: readonly Operation[]): Fact => {
  const { fact } = texts;
  if (feeMsats !== undefined) return [fact.fee, whole(feeSats(feeMsats)), 'num'];
  if (melts.length === 0) return [fact.fee, phase === 'refused' ? undefined : fact.feeUnknown];
  return [
    ecashMovesTexts.operation.feeMost,
    whole(sumOf(melts, ({ fee, quote }) => fee + (quote?.reserve ?? 0))),
    'num',
  ];
};

const factsOf = (record: PaymentRecord, entry: MoneyEntry, melts: readonly Operation[]): readonly Fact[] => {
  const { invoice, route, requestedAt, invoiceExpiresAt, hash } = record;
  const { fact } = texts;
  const read = readInvoice(invoice);
  const payee = read && payeeOf(read);
  const aside = sumOf(melts, ({ spends }) => spends);
  return [
    [fact.amount, whole(satsOf(entry)), 'num'],
    feeFact(record, entry, melts),
    [ecashMovesTexts.operation.setAside, aside > 0 ? whole(aside) : undefined, 'num'],
    [fact.for, entry.note === '' ? undefined : texts.quoted(entry.note), 'text'],
    [fact.to, entry.address],
    [fact.payee, payee && shortHash(payee), 'mono'],
    [fact.wallet, fact[route.kind]],
    [ecashMovesTexts.operation.mint, entry.mint],
    [
      ecashMovesTexts.operation.quote,
      melts
        .flatMap(({ quote }) => quote ?? [])
        .map(({ id }) => shortHash(id))
        .join(', ') || undefined,
      'mono',
    ],
    [fact.network, read && read.network !== 'bitcoin' ? read.network : undefined],
    [ecashMovesTexts.operation.began, dateLabel(toSeconds(requestedAt))],
    [fact.expires, dateLabel(toSeconds(invoiceExpiresAt))],
    [fact.hash, shortHash(hash), 'mono'],
  ];
};

type CopiesProps = { record: PaymentRecord; entry: MoneyEntry; melts: readonly Operation[] };

const Copies = ({ record, entry, melts }: CopiesProps) => (
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
    <CopyItem
      icon="file"
      label={texts.copyEvidence}
      hint={(record.route.kind === 'ecash' ? ecashMovesTexts.operation : texts).copyEvidenceWhy}
      text={evidenceText(record, { mint: entry.mint, melts })}
    />
  </>
);

const endsWhyOf = (record: PaymentRecord): string => {
  if (isOfDeletedEcash(record)) return ecashMovesTexts.pay.deleted.ends;
  return (record.route.kind === 'ecash' ? ecashMovesTexts.operation : texts).endsWhy;
};

const Operation = ({ record, entry }: { record: PaymentRecord; entry: MoneyEntry }) => {
  const name = useDisplayName(entry.person ?? '');
  const melts = useMelts(record);
  const isStill = useIsUnasked(record) && entry.state === 'under way';
  const facts = useMemo(() => factsOf(record, entry, melts), [record, entry, melts]);
  return (
    <Movement
      entry={entry}
      what={entry.person === undefined ? texts.by(texts.kinds[entry.kind]) : texts.to(name)}
      about={useAboutEntry(record, entry)}
      facts={facts}
      steps={<PaymentSteps record={record} stand={entry.state} />}
      known={knownOfPayment(record, { mint: entry.mint, melts })}
      endsWhy={endsWhyOf(record)}
      copies={<Copies record={record} entry={entry} melts={melts} />}
    >
      <PaymentParts record={record} />
      {entry.state === 'not known' && <Looking record={record} />}
      {(isInDoubt(entry) || isStill) && <DoubtActs record={record} state={entry.state} />}
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
          ) : entries ? (
            <MovementGone />
          ) : (
            <output className="hint">{texts.loading}</output>
          )}
        </div>
      )}
    </MoneyPage>
  );
};
