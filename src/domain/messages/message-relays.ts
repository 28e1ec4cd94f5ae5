import type { NostrEvent } from '#domain/protocol/event.ts';
import { MESSAGE_RELAYS, messageRelays } from './gift-wrap.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import { timeAfter } from '#domain/replaceable/versions.ts';
import { union } from '#domain/union.ts';
import { MESSAGE_RELAYS_MOST } from './messages-limits.ts';

/**
 * The relays on which somebody is reached: what they named where they asked for it, and their list; empty when they said nothing, and
 * then nothing may be sent (NIP-17).
 */
export const relaysToReach = (list: NostrEvent | undefined, named: readonly string[]): readonly string[] =>
  union(relayHints(named), relayHints(messageRelays(list)));

/** The relays on which messages of somebody are read: as their list says, else those that are `read` anyway. */
export const relaysOfInbox = (listed: readonly string[], read: readonly string[]): readonly string[] =>
  listed.length > 0 ? listed : read;

type Next = {
  /** undefined when the newest list says it already */
  readonly template: EventTemplate | undefined;
  /** of what it names, what this browser put there */
  readonly named: readonly string[];
};

/**
 * The next list of relays for private messages (kind 10050). What others wrote into it stays as and where it is; it is filled up with
 * relays of ours until there are three. `ours` is empty once no messages are read here: then only what was `named` here before is
 * taken out. `now` in seconds.
 */
export const nextMessageRelays = (
  newest: NostrEvent | undefined,
  ours: readonly string[],
  named: readonly string[],
  now: number,
): Next => {
  const tags = newest?.tags ?? [];
  const urlOf = ([name, url = '']: readonly string[]) => (name === 'relay' ? normalizeRelayUrl(url) : undefined);
  const isNamed = (tag: readonly string[]) => named.includes(urlOf(tag) ?? '');
  const others = tags.filter((tag) => !isNamed(tag));
  const theirs = relayHints(messageRelays({ kind: MESSAGE_RELAYS, tags: others }));
  // what is named already stays rather than to be exchanged for another one
  const wanted = [...named.filter((url) => ours.includes(url)), ...ours.filter((url) => !named.includes(url))];
  const kept = wanted.filter((url) => !theirs.includes(url)).slice(0, Math.max(0, MESSAGE_RELAYS_MOST - theirs.length));
  const stays = tags.filter((tag) => !isNamed(tag) || kept.includes(urlOf(tag)!));
  const there = new Set(stays.map(urlOf));
  const missing = kept.filter((url) => !there.has(url));
  if (missing.length === 0 && stays.length === tags.length) return { template: undefined, named: kept };
  const template = {
    kind: MESSAGE_RELAYS,
    created_at: timeAfter(newest, now),
    tags: [...stays, ...missing.map((url) => ['relay', url])],
    content: newest?.content ?? '',
  };
  return { template, named: kept };
};
