import { readsFrom } from '#domain/relays/relay-permission.ts';
import type { RelayDefaults, RelayEntry } from '#domain/relays/relay-set.ts';
import { POOL_MAX_CONNECTIONS } from '#domain/relays/relays-limits.ts';
import type { ConnectionState } from './connection-lights.ts';
import type { SubscriptionInput } from './subscription.machine.ts';

export type Urls = readonly string[];

/** What the relay directory starts with. `saved`: the set as the user left it; without it the defaults. */
export type DirectoryInput = RelayDefaults & { readonly saved?: readonly RelayEntry[] | undefined };

/** What the relay directory steers by. */
export type DirectoryContext = {
  defaults: DirectoryInput;
  entries: readonly RelayEntry[];
  /** the relay that the user took out by the last change of the set, if it was that */
  removed: string | undefined;
  /** every relay that has a connection actor */
  connections: Readonly<Record<string, ConnectionState>>;
  /** relays whose connect is due, in order */
  queue: Urls;
  /** what each open subscription asks of whom */
  subscriptions: Readonly<Record<string, SubscriptionInput>>;
  /** relays that somebody needs besides */
  wanted: Readonly<Record<string, Urls>>;
};

type Entries = DirectoryContext['entries'];

/** Those notes are read from, in the order of the set. */
export const readUrls = ({ entries }: { entries: Entries }): Urls =>
  entries.filter(({ permission }) => readsFrom(permission)).map(({ url }) => url);

/** Those whose connection is in one of the states. */
export const urlsIn = ({ connections }: DirectoryContext, ...states: ConnectionState[]): Urls =>
  Object.keys(connections).filter((url) => states.includes(connections[url]!));

/** Those that are read from, or that somebody needs at the moment. */
export const neededUrls = (context: DirectoryContext): Urls => [
  ...readUrls(context),
  ...Object.values(context.subscriptions).flatMap(({ relays }) => relays),
  ...Object.values(context.wanted).flat(),
];

/** Whether the set, or somebody at the moment, needs a connection to the relay. */
export const isWanted = (context: DirectoryContext, url: string): boolean =>
  [...context.entries.map((entry) => entry.url), ...context.defaults.profile, ...neededUrls(context)].includes(url);

/** Each subscription that asks one of the relays, with that relay. */
export const askedBy = ({ subscriptions }: DirectoryContext, urls: Urls): (readonly [string, string])[] =>
  urls.flatMap((url) =>
    Object.values(subscriptions).flatMap(({ id, relays }) => (relays.includes(url) ? [[id, url] as const] : [])),
  );

/** Connections nobody needs. */
export const unwantedUrls = (context: DirectoryContext): Urls =>
  Object.keys(context.connections).filter((url) => !isWanted(context, url));

/** Those of some relays that are off without having failed. */
export const idle = ({ connections }: DirectoryContext, urls: Urls): Urls =>
  urls.filter((url) => (connections[url] ?? 'not connected') === 'not connected');

/** Those that were given up and are needed. */
const givenUp = (context: DirectoryContext): Urls =>
  urlsIn(context, 'given up').filter((url) => neededUrls(context).includes(url));

/** What is needed and off, or was given up: also one that said goodbye, where something is heard from it that is no read relay. */
export const revivable = (context: DirectoryContext): Urls => [
  ...idle(context, neededUrls(context)),
  ...givenUp(context),
];

/** Whether a connection gets the attempt it asks for. */
export const isDue = (context: DirectoryContext, url: string): boolean =>
  [...urlsIn(context, 'waiting'), ...givenUp(context)].includes(url);

/** The record without some of its keys. */
export const without = <T>(record: Readonly<Record<string, T>>, keys: Urls): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

/** Connections and queue once some relays are gone. */
export const leftWithout = ({ connections, queue }: DirectoryContext, urls: Urls) => ({
  connections: without(connections, urls),
  queue: queue.filter((url) => !urls.includes(url)),
});

/**
 * Who gets a connection actor, who goes into the queue, and who must leave for that. One that rests or recovers is called
 * after a reset alone, or when a person asks for it.
 */
export const planCalls = (context: DirectoryContext, urls: Urls, asked = false) => {
  const known = Object.keys(context.connections);
  const each = [...new Set(urls)];
  const fresh = each.filter((url) => !known.includes(url));
  const overdrawn = known.length + fresh.length - POOL_MAX_CONNECTIONS;
  const leaving = unwantedUrls(context).slice(0, Math.max(0, overdrawn));
  const refused = fresh.slice(Math.max(0, POOL_MAX_CONNECTIONS - known.length + leaving.length));
  const starting = fresh.filter((url) => !refused.includes(url));
  const startable = new Set([
    ...starting,
    ...urlsIn(context, 'not connected', 'waiting', 'given up'),
    ...(asked ? urlsIn(context, 'resting', 'recovering') : []),
  ]);
  const called = each.filter((url) => startable.has(url) && !context.queue.includes(url));
  return { leaving, refused, starting, called };
};

/** What another set means: which live subscriptions move to which relays, and which relays are no longer read from. */
export const planSet = (context: DirectoryContext, entries: Entries) => {
  const relays = readUrls({ entries });
  const followers = Object.values(context.subscriptions).filter(({ follows }) => follows);
  const kept = entries.map(({ url }) => url);
  return {
    relays,
    moved: Object.fromEntries(followers.map((input) => [input.id, { ...input, relays }])),
    muted: readUrls(context).filter((url) => kept.includes(url) && !relays.includes(url)),
  };
};
