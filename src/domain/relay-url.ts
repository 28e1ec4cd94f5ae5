import { URL_MAX_CHARACTERS } from './limits.ts';

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const parse = (text: string): URL | undefined => {
  const trimmed = text.trim();
  if (!trimmed || trimmed.length > URL_MAX_CHARACTERS) return undefined;
  const address = SCHEME.test(trimmed) ? trimmed : `wss://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') return undefined;
  // Chromium takes '%' and spaces in a host, where other browsers find no URL
  return url.hostname && !url.hostname.includes('%') && !url.username && !url.password ? url : undefined;
};

/**
 * The one form in which the app writes a relay URL (RELAY-12 to RELAY-18): trimmed, wss unless the host is this very
 * machine, host in lower case, no trailing slash, no hash. Undefined when the text is no ws or wss URL.
 */
export const normalizeRelayUrl = (text: string): string | undefined => {
  const url = parse(text);
  if (!url) return undefined;
  if (!LOOPBACK_HOSTS.has(url.hostname)) url.protocol = 'wss:';
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}${url.search}`;
};

/** The valid ones of some relay URLs, normalised, each once, in their order (RELAY-17). */
export const normalizeRelayUrls = (texts: readonly string[]): string[] => [
  ...new Set(texts.map(normalizeRelayUrl).filter((url) => url !== undefined)),
];

/** The form a socket is opened with (RELAY-19): normalised, the path ending in a slash. */
export const relaySocketUrl = (text: string): string | undefined => {
  const normalized = normalizeRelayUrl(text);
  if (normalized === undefined) return undefined;
  const url = new URL(normalized);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url.href;
};
