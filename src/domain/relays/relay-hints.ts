import { isPublicRelay } from './public-host.ts';
import { normalizeRelayUrl } from './relay-url.ts';

export const RELAY_HINTS_MAX = 5;

const SCANNED = 100;

/** A stranger's relay hint, normalised; undefined unless it is a full ws or wss URL of the public network. */
export const relayHint = (text: unknown): string | undefined => {
  if (typeof text !== 'string' || !/^\s*wss?:\/\//i.test(text)) return undefined;
  const url = normalizeRelayUrl(text);
  return url !== undefined && isPublicRelay(url) ? url : undefined;
};

/** The usable ones of some relay hints: normalised, distinct, RELAY_HINTS_MAX at most. */
export const relayHints = (hints: readonly unknown[]): string[] => {
  const usable = hints.slice(0, SCANNED).map(relayHint);
  return [...new Set(usable.filter((url) => url !== undefined))].slice(0, RELAY_HINTS_MAX);
};
