import { useId, useState, type ReactNode } from 'react';
import { isOpenEntry, type MoneyEntry } from '#domain/money/money-entry.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { Button } from '#ui/kit/button.tsx';
import { aboutOf } from '#ui/ecash/operation-facts.ts';
import { AskNow, MintMail, useNotKnown } from '#ui/ecash/ask-now.tsx';
import { useOperation } from '#ui/ecash/use-operation.ts';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { EntryFace } from './entry-list.tsx';
import { DoubtActs, Looking, useAboutEntry } from './looking.tsx';
import { MoneyPage } from './money-page.tsx';
import { useEntries, useIsUnreadable, usePayments } from './use-money.ts';
import { Unreadable } from './wallet-page.tsx';

const TONES: Partial<Record<MoneyEntry['state'], string>> = {
  'not known': 'now now--warn',
  'needs you': 'now now--bad',
};

/** The way to all that is known of it. */
const Details = ({ entry }: { entry: MoneyEntry }) => {
  const open = useOpenOverlay();
  return (
    <Button look="line" aria-haspopup="dialog" onClick={() => open({ money: entry.id })}>
      {texts.details}
    </Button>
  );
};

type Props = {
  entry: MoneyEntry;
  now: number;
  about: { readonly title: string; readonly why: string };
  /** how it is asked about, and what can be done */
  children: ReactNode;
};

/** One that is open. */
const OpenCard = ({ entry, now, about: { title, why }, children }: Props) => {
  const titleId = useId();
  return (
    <section className={TONES[entry.state] ?? 'now'} aria-labelledby={titleId}>
      <div className="now__h">
        <EntryFace entry={entry} now={now} titleId={titleId} />
      </div>
      <p>
        <b>{title}.</b> {why}
      </p>
      {children}
    </section>
  );
};

const OpenPayment = ({ record, entry, now }: { record: PaymentRecord; entry: MoneyEntry; now: number }) => (
  <OpenCard entry={entry} now={now} about={useAboutEntry(record, entry)}>
    {entry.state === 'not known' && <Looking record={record} />}
    <DoubtActs record={record} state={entry.state}>
      <Details entry={entry} />
    </DoubtActs>
  </OpenCard>
);

const OpenOperation = ({ entry, now }: { entry: MoneyEntry; now: number }) => {
  const { record } = useOperation(entry.id);
  return (
    <OpenCard entry={entry} now={now} about={aboutOf(entry, useNotKnown(), record?.trouble)}>
      <div className="now__acts">
        <AskNow ids={[entry.id]} />
        {record && entry.state === 'needs you' && <MintMail mint={record.mint} />}
        <Details entry={entry} />
      </div>
    </OpenCard>
  );
};

/** Payments whose end is not known yet, with what is known and what can be done. */
export const OpenPage = ({ onClose }: { onClose: () => void }) => {
  const [entries, payments, isUnreadable] = [useEntries(), usePayments(), useIsUnreadable()];
  const [now] = useState(Date.now);
  const open = entries?.filter(isOpenEntry) ?? [];
  return (
    <MoneyPage title={texts.openTitle} count={open.length} onClose={onClose}>
      <div className="wl">
        {isUnreadable && <Unreadable />}
        {open.map((entry) => {
          const record = payments?.find(({ hash }) => hash === entry.id);
          if (record) return <OpenPayment key={entry.id} record={record} entry={entry} now={now} />;
          return <OpenOperation key={entry.id} entry={entry} now={now} />;
        })}
        {entries && open.length === 0 && (
          <EmptyState art="bird" title={texts.noneOpen}>
            {texts.noneOpenWhy}
          </EmptyState>
        )}
        {open.length > 0 && <p className="hint wl__all">{texts.openHint}</p>}
      </div>
    </MoneyPage>
  );
};
