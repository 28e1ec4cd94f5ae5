import { useId, useState } from 'react';
import { isOpenEntry, type MoneyEntry } from '#domain/money/money-entry.ts';
import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { Button } from '#ui/kit/button.tsx';
import { aboutOf } from '#ui/ecash/operation-facts.ts';
import { AskNow } from '#ui/ecash/ask-now.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { EntryFace } from './entry-list.tsx';
import { aboutEntry, DoubtActs, Looking } from './looking.tsx';
import { MoneyPage } from './money-page.tsx';
import { useEntries, useIsUnreadable, usePayments } from './use-money.ts';
import { Unreadable } from './wallet-page.tsx';

const TONES: Partial<Record<MoneyEntry['state'], string>> = {
  'not known': 'now now--warn',
  'needs you': 'now now--bad',
};

const OpenPayment = ({ record, entry, now }: { record: PaymentRecord; entry: MoneyEntry; now: number }) => {
  const open = useOpenOverlay();
  const titleId = useId();
  const { title, why } = aboutEntry(record, entry);
  return (
    <section className={TONES[entry.state] ?? 'now'} aria-labelledby={titleId}>
      <div className="now__h">
        <EntryFace entry={entry} now={now} titleId={titleId} />
      </div>
      <p>
        <b>{title}.</b> {why}
      </p>
      {entry.state === 'not known' && <Looking record={record} />}
      {entry.state !== 'under way' && <DoubtActs record={record} state={entry.state} />}
      <Button look="line" aria-haspopup="dialog" onClick={() => open({ money: record.hash })}>
        {texts.details}
      </Button>
    </section>
  );
};

const OpenOperation = ({ entry, now }: { entry: MoneyEntry; now: number }) => {
  const open = useOpenOverlay();
  const titleId = useId();
  const { title, why } = aboutOf(entry);
  return (
    <section className={TONES[entry.state] ?? 'now'} aria-labelledby={titleId}>
      <div className="now__h">
        <EntryFace entry={entry} now={now} titleId={titleId} />
      </div>
      <p>
        <b>{title}.</b> {why}
      </p>
      <div className="now__acts">
        <AskNow id={entry.id} />
        <Button look="line" aria-haspopup="dialog" onClick={() => open({ money: entry.id })}>
          {texts.details}
        </Button>
      </div>
    </section>
  );
};

/** Payments whose end is not known yet, with what is known and what can be done. */
export const OpenPage = ({ onClose }: { onClose: () => void }) => {
  const [entries, payments, isUnreadable] = [useEntries(), usePayments(), useIsUnreadable()];
  const [now] = useState(Date.now);
  const open = entries?.filter(isOpenEntry) ?? [];
  return (
    <MoneyPage title={texts.openTitle} onClose={onClose}>
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
