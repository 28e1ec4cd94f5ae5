import { URL_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { RELAY_URLS_KNOWN } from './relays-limits.ts';

/** What stands before a colon, unless a port follows: with one slash, too, it is no host. */
const SCHEME = /^[a-z][a-z\d+.-]*:(?!\d)/i;
/** Something of Nostr that was put where the address of a relay belongs (NIP-19). */
const IDENTIFIER = /^(?:npub|nprofile|note|nevent|naddr|nrelay)1[02-9ac-hj-np-z]{6,}\.?$/;
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A secret key anywhere in it, also with a dot or a slash in the middle: it would be asked of a name server. */
const hasSecret = (text: string): boolean =>
  leakedSecret(text) !== undefined || leakedSecret(text.replace(/[./:@?#=&_-]/g, '')) !== undefined;

/** Without a scheme and a port, one word may be anything. */
const isHost = ({ hostname }: URL, isMeant: boolean): boolean => {
  // a URL may have commas and such in its host; no name server knows those, nor a name with an empty part
  if (hostname === '' || /[^\w.:[\]-]|^\.|\.\./.test(hostname) || IDENTIFIER.test(hostname)) return false;
  return isMeant || /[^.]\.[^.]|:/.test(hostname) || hostname === 'localhost';
};

/** Of what was a relay before: the same few stand in each note. */
const normalized = new Map<string, string>();

const parse = (trimmed: string): URL | undefined => {
  if (!trimmed || trimmed.length > URL_MAX_CHARACTERS || hasSecret(trimmed)) return undefined;
  const hasScheme = SCHEME.test(trimmed);
  const address = hasScheme ? trimmed : `wss://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') return undefined;
  // two addresses in one
  if (/^\/\/[^/]|wss?:\/\//i.test(url.pathname)) return undefined;
  return isHost(url, hasScheme || /^[^/]+:\d/.test(trimmed)) && !url.username && !url.password && !hasSecret(url.href)
    ? url
    : undefined;
};

/**
 * The one form in which the app writes a relay URL (RELAY-12 to RELAY-18): trimmed, wss unless the host is this very
 * machine, host in lower case without a dot behind it, no trailing slash, no hash. Undefined when the text is no ws or wss URL.
 */
export const normalizeRelayUrl = (text: string): string | undefined => {
  const trimmed = text.trim();
  const known = normalized.get(trimmed);
  if (known !== undefined) return known;
  const url = parse(trimmed);
  if (!url) return undefined;
  if (!LOOPBACK_HOSTS.has(url.hostname)) url.protocol = 'wss:';
  const form = `${url.protocol}//${url.host.replace(/\.(?=:|$)/, '')}${url.pathname.replace(/\/+$/, '')}${url.search}`;
  if (normalized.size >= RELAY_URLS_KNOWN) normalized.clear();
  normalized.set(trimmed, form);
  return form;
};

/** The valid ones of some relay URLs, normalised, each once, in their order (RELAY-17). */
export const normalizeRelayUrls = (texts: readonly string[]): string[] => [
  ...new Set(texts.map(normalizeRelayUrl).filter((url) => url !== undefined)),
];

/** The form a socket is opened with (RELAY-19): normalised, a bare host with its slash, a path as it is (docs/adr/0092). */
export const relaySocketUrl = (text: string): string | undefined => {
  const normalized = normalizeRelayUrl(text);
  return normalized && new URL(normalized).href;
};
