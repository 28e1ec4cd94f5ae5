import type { RelayFee, RelayInfo } from '#domain/relays/relay-info.ts';
import { linkLabel } from '#domain/text/web-url.ts';
import { DAY, HOUR, SECOND } from '#domain/units.ts';
import { toSats } from '#domain/msats.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { whole } from '#ui/texts/formats.ts';

const { information } = relayTexts;

/** A line of what a relay says of itself. */
export type InformationRow = { readonly label: string; readonly value: string };

const KILOBYTE = 1_024;
const number = (value: number): string => whole(value, 3);

const row = (label: string, value: string | undefined): InformationRow[] => (value ? [{ label, value }] : []);

const sizeLabel = (characters: number | undefined): string | undefined =>
  characters === undefined ? undefined : information.kilobytes(number(Math.round(characters / KILOBYTE)));

const countLabel = (count: number | undefined): string | undefined => (count === undefined ? undefined : number(count));

const periodLabel = (seconds: number): string => {
  const ms = seconds * SECOND;
  if (ms >= DAY) return information.days(Math.round(ms / DAY));
  return information.hours(Math.max(1, Math.round(ms / HOUR)));
};

/** '1,000 sats per 30 days'. */
const feeLabel = ({ amount, unit, period }: RelayFee): string => {
  const price = unit === 'msats' ? information.sats(toSats(amount)) : `${number(amount)} ${unit}`;
  return period === undefined ? price : information.per(price, periodLabel(period));
};

const fees = (list: readonly RelayFee[]): string => list.map(feeLabel).join(', ');

/** Relays often name their software by its address: 'git+https://github.com/…'. */
const softwareLabel = (software: string): string => {
  const address = software.replace(/^git\+/, '').replace(/\.git$/, '');
  return /^https?:/.test(address) ? linkLabel(address) : software;
};

/** Who and what the relay is. */
export const aboutRows = ({ contact, software, version }: RelayInfo): readonly InformationRow[] => [
  ...row(information.contact, contact.replace(/^mailto:/, '')),
  ...row(information.software, [softwareLabel(software), version].filter(Boolean).join(' ')),
];

/** What the relay allows, and what it asks for. */
export const limitRows = ({ limitation, pow, fees: paid }: RelayInfo): readonly InformationRow[] => [
  ...row(information.pow, pow === 0 ? undefined : information.bits(pow)),
  ...row(information.login, limitation.authRequired ? information.needed : undefined),
  ...row(information.payment, limitation.paymentRequired ? information.needed : undefined),
  ...row(information.writing, limitation.restrictedWrites ? information.restricted : undefined),
  ...row(information.subscriptions, countLabel(limitation.maxSubscriptions)),
  ...row(information.perRequest, countLabel(limitation.maxLimit)),
  ...row(information.message, sizeLabel(limitation.maxMessageLength)),
  ...row(information.admission, fees(paid.admission)),
  ...row(information.subscription, fees(paid.subscription)),
  ...row(information.publication, fees(paid.publication)),
];

/** What of it is in the way of the user, for the line below the relay's name. */
export const limitsInTheWay = ({ limitation, pow }: RelayInfo): readonly string[] => [
  ...(pow === 0 ? [] : [information.workNeeded(pow)]),
  ...(limitation.paymentRequired ? [information.paymentNeeded] : []),
  ...(limitation.restrictedWrites && !limitation.paymentRequired ? [information.writingRestricted] : []),
];
