import type { RelayListEntry } from '#domain/profile/lists.ts';

/** The badge of a relay in somebody's list. */
type RelayBadge = 'R' | 'W' | 'RW';

/** R, W or RW (RELAY-04). */
export const badgeOf = ({ read, write }: RelayListEntry): RelayBadge => (read && write ? 'RW' : read ? 'R' : 'W');

/** A relay URL as a person reads it: without the scheme when it is the usual one. */
export const relayLabel = (url: string): string => url.replace(/^wss:\/\//, '');
