import { isPublicRelay } from './public-host.ts';
import { normalizeRelayUrl } from './relay-url.ts';
import { LINK_RELAYS_MAX, RELAY_HINTS_MAX, RELAY_HINTS_READ } from './relays-limits.ts';

/** A stranger's relay hint, normalised; undefined unless it is a full ws or wss URL of the public network. */
export const relayHint = (text: unknown): string | undefined => {
  if (typeof text !== 'string' || !/^\s*wss?:\/\//i.test(text)) return undefined;
  const url = normalizeRelayUrl(text);
  return url !== undefined && isPublicRelay(url) ? url : undefined;
};

/** The usable ones of some relay hints: normalised, distinct, RELAY_HINTS_MAX at most. */
export const relayHints = (hints: readonly unknown[]): string[] => {
  const usable = hints.slice(0, RELAY_HINTS_READ).map(relayHint);
  return [...new Set(usable.filter((url) => url !== undefined))].slice(0, RELAY_HINTS_MAX);
};

/** Those of some relays that a link tells to others, in their order. */
export const linkRelays = (urls: readonly string[]): string[] => relayHints(urls).slice(0, LINK_RELAYS_MAX);
