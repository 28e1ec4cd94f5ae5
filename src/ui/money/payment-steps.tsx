import { useState } from 'react';
import type { MoneyState } from '#domain/money/money-entry.ts';
import { mintsOfRoute, type PaymentRecord } from '#domain/wallet/payment.ts';
import { useMintName } from '#ui/ecash/use-operation.ts';
import { Steps, type Step } from '#ui/kit/steps.tsx';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { clockLabel, nearDay, shortDay } from '#ui/texts/dates.ts';

/** The clock, with the day where that is not today. */
const timeOf = (at: number, now: number): string =>
  nearDay(at, now) === 'today' ? clockLabel(at) : `${shortDay(at, now)}, ${clockLabel(at)}`;

const stepsOf = (
  { phase, route, requestedAt, sentAt, settledAt, refusedAt }: PaymentRecord,
  stand: MoneyState | undefined,
  nameOf: (mint: string) => string,
  now: number,
): readonly Step[] => {
  const { step: words } = texts;
  const endAt = (at: number | undefined) => (at === undefined ? undefined : timeOf(at, now));
  const written: Step = { state: 'done', text: words.written, end: endAt(requestedAt) };
  if (route.kind === 'shown') {
    const shown: Step = { state: 'done', text: words.shown, end: endAt(requestedAt) };
    return [shown, { state: phase === 'settled' ? 'done' : undefined, text: words.paid, end: endAt(settledAt) }];
  }
  const mints = mintsOfRoute(route);
  const said = mints.length > 0 ? ecashMovesTexts.pay.sentTo(mints.map(nameOf).join(', ')) : words.sent;
  const sent: Step = { state: sentAt === undefined ? 'now' : 'done', text: said, end: endAt(sentAt) };
  if (phase === 'refused') {
    const end: Step = { state: 'bad', text: words['not paid'], end: endAt(refusedAt) };
    return sentAt === undefined ? [written, end] : [written, sent, end];
  }
  if (phase === 'settled') return [written, sent, { state: 'done', text: words.paid, end: endAt(settledAt) }];
  const silent = stand === 'needs you' ? words.unknown : words.silent;
  const waiting: Step = {
    state: sentAt === undefined ? undefined : 'now',
    text: phase === 'unknown' ? silent : route.kind === 'ecash' ? ecashMovesTexts.pay.onItsWay : words.waiting,
  };
  return [written, sent, waiting, { text: words.paid }];
};

type Props = { record: PaymentRecord; stand: MoneyState | undefined };

/** How far a payment has come. */
export const PaymentSteps = ({ record, stand }: Props) => {
  const [now] = useState(Date.now);
  return <Steps steps={stepsOf(record, stand, useMintName(), now)} />;
};
