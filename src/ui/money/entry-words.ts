import {
  feeSats,
  isIncome,
  isInDoubt,
  isOpenEntry,
  movedSats,
  satsOf,
  type MoneyEntry,
} from '#domain/money/money-entry.ts';
import type { IconName } from '#ui/kit/icon.tsx';
import { ageLabel, whole } from '#ui/texts/formats.ts';
import { moneyTexts as texts } from '#ui/texts/money.ts';
import { minuteLabel, nearDay, shortDay } from '#ui/texts/dates.ts';

/** The mint was paid, and gave nothing. */
const isWithheld = ({ why }: MoneyEntry): boolean => why?.code === 'quote-issued';

const moveTitle = (entry: MoneyEntry): string => {
  const { kind, state, mint = '', token } = entry;
  if (state === 'not paid') return isWithheld(entry) || token ? texts.kinds[kind] : texts.notMoved;
  return state === 'paid' ? texts.movedTo(mint) : texts.movingTo(mint);
};

/** What it is, once it is done: a request that was paid is more than the token that paid it. */
export const kindText = (entry: MoneyEntry): string => {
  const { kind, state, token, direction, isRequest, isToAddress } = entry;
  if (isToAddress) return texts.paidToAddress;
  if (kind === 'restored' && isOpenEntry(entry)) return texts.searching;
  if (!isRequest || state !== 'paid' || token === 'taken back') return texts.kinds[kind];
  return direction === 'in' ? texts.ownRequestPaid : texts.requestPaid;
};

/** What it is called in lists; `name` of the other side where that is known. */
export const entryTitle = (entry: MoneyEntry, name: string): string => {
  const { kind, state } = entry;
  if (kind === 'zap') return entry.direction === 'in' ? texts.zapFrom(name) : texts.zapTo(name);
  if (kind === 'move') return moveTitle(entry);
  if (kind === 'token in' && state === 'not paid') return texts.notReceived;
  if (kind === 'token out' && state === 'not paid') return texts.notSent;
  if (kind === 'invoice' && state === 'paid') return texts.invoicePaid;
  return kind === 'invoice' && state === 'not paid' ? texts.invoiceNotPaid : kindText(entry);
};

/** Whole sats that are shown: what a mint was paid and gave nothing for counts, though it moved nothing here. */
export const shownSats = (entry: MoneyEntry): number => (isWithheld(entry) ? satsOf(entry) : movedSats(entry));

/**
 * '+21' or '−21'; a move and what the words found without a sign, as what a mint was paid and gave nothing for; 0 for what was not
 * paid and for an exchange.
 */
export const signedSats = (entry: MoneyEntry): string => {
  const sats = shownSats(entry);
  const sign = isIncome(entry) ? '+' : '−';
  const isBare = sats === 0 || isWithheld(entry) || entry.kind === 'move' || entry.kind === 'restored';
  return `${isBare ? '' : sign}${whole(sats)}`;
};

/** between the parts of a line */
export const SEPARATOR = ' · ';

const placeOf = (entry: MoneyEntry): string | undefined =>
  entry.from === undefined ? entry.mint : texts.movedFrom(entry.from);

/** The line below: where, and what was said. */
export const entryAbout = (entry: MoneyEntry): string => {
  const where = entry.isElsewhere && texts.elsewhere;
  return [placeOf(entry), where, entry.address, entry.note && texts.quoted(entry.note)].filter(Boolean).join(SEPARATOR);
};

/** When it was, below the name of its day; of what is open, since when. */
export const entryTime = (entry: MoneyEntry, now: number): string =>
  isOpenEntry(entry) ? texts.since(ageLabel(now - entry.at)) : minuteLabel(entry.at);

/** The same where nothing else says the day. */
export const entryWhen = (entry: MoneyEntry, now: number): string => {
  const near = nearDay(entry.at, now);
  if (isOpenEntry(entry) || near === 'today') return entryTime(entry, now);
  return near === undefined ? shortDay(entry.at, now) : texts.onYesterday;
};

/** What stands under the amount: the fee of what was paid, else where it stands; of a token both. */
export const entryEnd = (entry: MoneyEntry): string => {
  const { kind, direction, state, feeMsats, token, isUnpaid } = entry;
  const isTip = kind === 'zap' && direction === 'in';
  if (token === 'gone' && (kind === 'deposit' || kind === 'move' || isTip)) return texts.takenElsewhere;
  const fee = feeMsats !== undefined && feeMsats > 0 ? texts.fee(whole(feeSats(feeMsats))) : undefined;
  if (token !== undefined) return [texts.tokens[token], fee].filter(Boolean).join(SEPARATOR);
  if (isUnpaid) return texts.unpaid;
  if (isWithheld(entry)) return texts.withheld;
  if (state !== 'paid' || feeMsats === undefined) return texts.states[state];
  return fee ?? texts.noFee;
};

/** The colour of its state; never alone, the words stand beside it. */
export const toneOf = ({ state }: Pick<MoneyEntry, 'state'>): string | undefined =>
  state === 'not known' ? 'c-warn' : state === 'needs you' || state === 'not paid' ? 'c-bad' : undefined;

const ICONS: Partial<Readonly<Record<MoneyEntry['kind'], IconName>>> = {
  'token out': 'out',
  'taken back': 'refresh',
  restored: 'refresh',
  move: 'repost',
  exchange: 'refresh',
};

export const iconOf = (entry: MoneyEntry): { readonly icon: IconName; readonly look: string } => {
  if (entry.state === 'needs you') return { icon: 'alert', look: 'item__ico item__ico--bad' };
  const look = isInDoubt(entry) ? 'item__ico item__ico--value' : 'item__ico';
  if (entry.direction !== 'in') return { icon: ICONS[entry.kind] ?? 'bolt', look };
  if (isOpenEntry(entry)) return { icon: 'clock', look };
  return { icon: ICONS[entry.kind] ?? 'in', look: entry.state === 'paid' ? 'item__ico item__ico--ok' : look };
};
