import { useState, type ReactNode } from 'react';
import { isInDoubt, type MoneyEntry } from '#domain/money/money-entry.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Facts, type Fact } from '#ui/kit/facts.tsx';
import { clockLabel, nearDay, shortDay } from '#ui/texts/dates.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { shownSats, signedSats } from './entry-words.ts';
import type { KnownLine } from './known-lines.ts';

const BANNERS = {
  'under way': { icon: 'clock' },
  'not known': { tone: 'warn', icon: 'clock' },
  'needs you': { tone: 'bad', icon: 'alert' },
  paid: { tone: 'ok', icon: 'check' },
  'not paid': { icon: 'info' },
} as const;

type Props = {
  entry: MoneyEntry;
  /** what it is, above the amount */
  what: string;
  /** why it stands where it stands; left out where that is told below */
  about: { readonly title: string; readonly why: string } | undefined;
  facts: readonly Fact[];
  steps: ReactNode;
  /** the newest first */
  known: readonly KnownLine[];
  /** who says in the end what became of it */
  endsWhy: string;
  /** what can be copied */
  copies: ReactNode;
  /** what belongs to one that is under way, and what can be done */
  children: ReactNode;
};

/** When it was: the clock, and below it the day that was not today. */
const Heard = ({ at }: { at: number }) => {
  const [now] = useState(Date.now);
  return (
    <time dateTime={new Date(at).toISOString()}>
      {clockLabel(at)}
      {nearDay(at, now) !== 'today' && <small>{shortDay(at, now)}</small>}
    </time>
  );
};

/** All that is known of one movement of money, whichever wallet moved it. */
export const Movement = ({ entry, what, about, facts, steps, known, endsWhy, copies, children }: Props) => (
  <div className="wl wl--op">
    <section className="op">
      <div className="op__h">
        <p className="t-sm c-2">{what}</p>
        <p className="amount">
          {signedSats(entry)}
          <small>{texts.unit(shownSats(entry))}</small>
        </p>
      </div>
      {about && (
        <Banner {...BANNERS[entry.state]} title={about.title}>
          {about.why}
        </Banner>
      )}
      {entry.surplus !== undefined && entry.surplus > 0 && <p className="hint">{texts.surplus(entry.surplus)}</p>}
      {children}
      <Facts facts={facts} />
    </section>
    <section className="wl__part">
      <h2>{texts.steps}</h2>
      {steps}
    </section>
    <section className="wl__part">
      <h2>{texts.known}</h2>
      <ol className="list heard">
        {known.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <Heard at={at} />
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
    <section className="wl__part">
      {isInDoubt(entry) && (
        <>
          <h2>{texts.ends}</h2>
          <p className="c-2">{endsWhy}</p>
        </>
      )}
      <div className="list">{copies}</div>
    </section>
  </div>
);

/** A movement that this device does not know. */
export const MovementGone = () => (
  <EmptyState art="nut" title={texts.paymentGone}>
    {texts.paymentGoneWhy}
  </EmptyState>
);
