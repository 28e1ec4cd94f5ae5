import { glanceAtToken, isOpenTo } from '#domain/ecash/tokens/token-glance.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { toSeconds } from '#domain/units.ts';
import { NOTIFICATIONS_MAX, NOTIFICATIONS_WINDOW_MS } from './notifications-limits.ts';
import { byTime, type Notification } from './notifications.ts';

type Arrived = {
  readonly wrap: NostrEvent;
  /** hex */
  readonly sender: string;
  /** seconds */
  readonly at: number;
  readonly token: string;
};

/** Our wallet, and when somebody looks, in ms. */
type Wallet = {
  readonly mints: readonly string[];
  readonly lockKey: string | undefined;
  readonly now: number;
  readonly loopback: boolean;
};

/**
 * What ecash that came by private message tells the user; undefined where they cannot take it. Of a mint that the wallet does not use
 * anybody can write any amount: `sats` is 0 then. The token itself is no part of it.
 */
export const arrivalNotification = (
  { wrap, sender, at, token: text }: Arrived,
  { mints, lockKey, now, loopback }: Wallet,
): Notification | undefined => {
  const seconds = toSeconds(now);
  const { token } = glanceAtToken(text, seconds, loopback);
  if (!token || !isOpenTo(token.lock, lockKey)) return undefined;
  return {
    type: 'ecash',
    deed: wrap.id,
    actor: sender,
    created_at: Math.min(at, seconds),
    event: wrap,
    subject: undefined,
    own: true,
    sats: mints.includes(token.mint) ? token.amount : 0,
    comment: '',
  };
};

/** With what came in private, each once. The same list when nothing is new. `now` in ms. */
export const withArrivals = (
  known: readonly Notification[],
  came: readonly Notification[],
  now: number,
): readonly Notification[] => {
  const oldest = toSeconds(now - NOTIFICATIONS_WINDOW_MS);
  const deeds = new Set(known.map(({ deed }) => deed));
  const added = came.filter(({ deed, created_at }) => !deeds.has(deed) && created_at >= oldest);
  return added.length === 0 ? known : [...known, ...added].sort(byTime).slice(0, NOTIFICATIONS_MAX);
};
