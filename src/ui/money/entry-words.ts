import { isInDoubt, isOpenEntry, satsOf, type MoneyEntry } from '#domain/money/money-entry.ts';
import type { IconName } from '#ui/kit/icon.tsx';
import { ageLabel, whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { minuteLabel } from './times.ts';

/** '+21' or '−21'; 0 for what was not paid. */
export const signedSats = (entry: MoneyEntry): string => {
  if (entry.state === 'not paid') return whole(0);
  return `${entry.direction === 'in' ? '+' : '−'}${whole(satsOf(entry))}`;
};

/** What it is called in lists; `name` of the other side where that is known. */
export const entryTitle = ({ kind, state }: MoneyEntry, name: string): string => {
  if (kind === 'zap') return texts.zapTo(name);
  if (kind === 'received') return texts.received;
  if (state === 'paid') return texts.invoicePaid;
  return state === 'not paid' ? texts.invoiceNotPaid : texts.kinds.invoice;
};

/** The line below: what was said, and when; of what is open, since when. */
export const entryLine = (entry: MoneyEntry, now: number): string => {
  const when = isOpenEntry(entry) ? texts.since(ageLabel(now - entry.at)) : minuteLabel(entry.at);
  return [entry.note && texts.quoted(entry.note), when].filter(Boolean).join(' · ');
};

/** What stands under the amount: the fee of what was paid, else where it stands. */
export const entryEnd = ({ state, feeMsats, direction }: MoneyEntry): string => {
  if (state !== 'paid') return texts.states[state];
  if (direction === 'in' || feeMsats === undefined) return texts.states.paid;
  return feeMsats === 0 ? texts.noFee : texts.fee(whole(Math.ceil(feeMsats / 1_000)));
};

/** The colour of its state; never alone, the words stand beside it. */
export const toneOf = ({ state }: Pick<MoneyEntry, 'state'>): string | undefined =>
  state === 'not known' ? 'c-warn' : state === 'needs you' || state === 'not paid' ? 'c-bad' : undefined;

export const iconOf = (entry: MoneyEntry): { readonly icon: IconName; readonly look: string } => {
  if (entry.state === 'needs you') return { icon: 'alert', look: 'item__ico item__ico--bad' };
  if (entry.direction === 'in') return { icon: 'in', look: 'item__ico item__ico--ok' };
  return { icon: 'bolt', look: isInDoubt(entry) ? 'item__ico item__ico--value' : 'item__ico' };
};
