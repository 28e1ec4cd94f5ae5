import type { RelayDefaults } from './relay-set.ts';

/** Those that a page of the sample network may reach (scripts/headers.mjs); no policy can name an address of IPv6. */
const NAMED_LOOPBACK = ['127.0.0.1', 'localhost'];

/**
 * Whether the policy of this page keeps the browser from a relay: plain sockets lead to this device alone, and there only to
 * what the page is configured with (ADR 36). `url` is normalised.
 */
export const isKeptOut = (
  url: string,
  { entries, profile, fallback = [], loopback = false }: RelayDefaults,
): boolean => {
  if (!url.startsWith('ws://')) return false;
  const { host, hostname } = new URL(url);
  if (loopback) return !NAMED_LOOPBACK.includes(hostname);
  const configured = [...entries.map((entry) => entry.url), ...profile, ...fallback];
  return configured.every((one) => !one.startsWith('ws://') || new URL(one).host !== host);
};
