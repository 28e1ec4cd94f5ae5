import type { NostrEvent } from '#domain/protocol/event.ts';
import type { HostileEvent } from './hostile.ts';

/** What the relays are filled with. */
export type Stock = {
  readonly events: readonly NostrEvent[];
  /** earlier versions of replaceable events */
  readonly older: readonly NostrEvent[];
  readonly hostile: readonly HostileEvent[];
};

const READWRITE = [0, 1, 2];
const WRITE = 3;
const INDEXER = 4;
const PROFILE = 5;

const digits = (event: NostrEvent): number => Number.parseInt(event.id.slice(0, 8), 16);
const version = (event: NostrEvent): string => `${event.kind} ${event.pubkey}`;

/** One event in ten is on one relay only, half are on two, the rest on all three. */
function readwriteRelays(event: NostrEvent): number[] {
  const number = digits(event);
  const one = (number >>> 8) % 3;
  const spread = number % 10;
  if (spread === 0) return [one];
  return spread <= 5 ? READWRITE.filter((relay) => relay !== one) : READWRITE;
}

function relaysFor(event: NostrEvent, outdated: ReadonlyMap<string, number>): number[] {
  if (event.kind === 0 || event.kind === 3 || event.kind === 10_002 || event.kind === 10_000) {
    const behind = outdated.get(version(event));
    const current = READWRITE.filter((relay) => relay !== behind);
    if (event.kind === 10_000) return current;
    return event.kind === 0 ? [...current, WRITE, INDEXER, PROFILE] : [...current, WRITE, INDEXER];
  }
  return readwriteRelays(event);
}

/**
 * Says which relay has which event, in the order of RELAY_PLANS. Where there is an older version, one of the readwrite
 * relays has that instead of the newest.
 */
export function placeEvents({ events, older, hostile }: Stock, everywhere: ReadonlySet<string>): NostrEvent[][] {
  const relays: NostrEvent[][] = Array.from({ length: 6 }, () => []);
  const outdated = new Map(older.map((event) => [version(event), digits(event) % 3]));
  const put = (event: NostrEvent, places: readonly number[]): void => {
    for (const place of places) relays[place]?.push(event);
  };
  for (const { event, on } of hostile) put(event, on);
  for (const event of older) put(event, [digits(event) % 3]);
  for (const event of events) put(event, everywhere.has(event.id) ? READWRITE : relaysFor(event, outdated));
  return relays;
}
