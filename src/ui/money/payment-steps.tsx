import type { PaymentRecord } from '#domain/wallet/payment.ts';
import { useMintName } from '#ui/ecash/use-operation.ts';
import { movingTexts } from '#ui/texts/moving.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { clockLabel } from '#ui/texts/dates.ts';

type Step = {
  readonly state: 'done' | 'now' | 'bad' | undefined;
  readonly text: string;
  readonly at: number | undefined;
};

const stepsOf = (
  { phase, route, requestedAt, sentAt, settledAt, refusedAt }: PaymentRecord,
  nameOf: (mint: string) => string,
): readonly Step[] => {
  const { step: words } = texts;
  const written: Step = { state: 'done', text: words.written, at: requestedAt };
  if (route.kind === 'shown') {
    const shown: Step = { state: 'done', text: words.shown, at: requestedAt };
    return [shown, { state: phase === 'settled' ? 'done' : undefined, text: words.paid, at: settledAt }];
  }
  const said = route.kind === 'ecash' ? movingTexts.pay.sentTo(nameOf(route.mint)) : words.sent;
  const sent: Step = { state: sentAt === undefined ? 'now' : 'done', text: said, at: sentAt };
  if (phase === 'refused') {
    const end: Step = { state: 'bad', text: words['not paid'], at: refusedAt };
    return sentAt === undefined ? [written, end] : [written, sent, end];
  }
  if (phase === 'settled') return [written, sent, { state: 'done', text: words.paid, at: settledAt }];
  const waiting: Step = {
    state: sentAt === undefined ? undefined : 'now',
    text: phase === 'unknown' ? words.silent : route.kind === 'ecash' ? movingTexts.pay.onItsWay : words.waiting,
    at: undefined,
  };
  return [written, sent, waiting, { state: undefined, text: words.paid, at: undefined }];
};

/** How far a payment has come. */
export const PaymentSteps = ({ record }: { record: PaymentRecord }) => (
  <ol className="steps">
    {stepsOf(record, useMintName()).map(({ state, text, at }) => (
      <li key={text} data-s={state} aria-current={state === 'now' ? 'step' : undefined}>
        <span>{text}</span>
        <span className="num">{at === undefined ? '' : clockLabel(at)}</span>
      </li>
    ))}
  </ol>
);
