import { isHex64, type ProfileRef } from '#domain/protocol/event.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import { mayLoad } from '#domain/relays/public-host.ts';
import { isDomain, originOf } from '#domain/text/domain-name.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import { NIP05_LONGEST } from './profile-limits.ts';

/** An internet identifier (NIP-05); `name` is '_' for the domain itself. `domain` may carry a port. */
export type Nip05 = { readonly name: string; readonly domain: string };

/** Reads 'name@domain' or 'domain'; undefined when it is neither. */
export const parseNip05 = (text: string): Nip05 | undefined => {
  const parts =
    text.length > NIP05_LONGEST || leakedSecret(text) !== undefined ? [] : text.trim().toLowerCase().split('@');
  const domain = parts.pop() ?? '';
  const name = parts.pop() ?? '_';
  const valid = parts.length === 0 && /^[a-z0-9._-]+$/.test(name) && isDomain(domain);
  return valid && mayLoad(`https://${domain}`) ? { name, domain } : undefined;
};

/** Where the identifier is looked up; plain http only on this machine. */
export const nip05Url = ({ name, domain }: Nip05): string =>
  `${originOf(domain)}/.well-known/nostr.json?name=${encodeURIComponent(name)}`;

/** How it is shown: the domain alone for '_@domain'. */
export const nip05Label = ({ name, domain }: Nip05): string => (name === '_' ? domain : `${name}@${domain}`);

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** The key under a name: the one written so, else the only one that is the same in lower case, for names have no case. */
const keyNamed = (names: unknown, name: string): unknown => {
  const exact = field(names, name);
  if (isHex64(exact) || typeof names !== 'object' || names === null) return exact;
  const same = Object.entries(names).filter(([other]) => other.toLowerCase() === name.toLowerCase());
  return same.length === 1 ? same[0]![1] : exact;
};

/** Whom the parsed nostr.json names, with the relays it gives for them. */
export const findNip05 = (json: unknown, name: string): ProfileRef | undefined => {
  const pubkey = keyNamed(field(json, 'names'), name);
  if (!isHex64(pubkey)) return undefined;
  const relays = field(field(json, 'relays'), pubkey);
  return { pubkey, relays: Array.isArray(relays) ? relayHints(relays) : [] };
};

/** Whether the parsed nostr.json says that the name belongs to this key. */
export const checkNip05Document = (json: unknown, name: string, pubkey: string): boolean =>
  findNip05(json, name)?.pubkey === pubkey;
