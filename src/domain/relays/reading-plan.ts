import type { RelayListEntry } from '#domain/profile/lists.ts';
import { LISTED_RELAYS_READ, POOL_MAX_CONNECTIONS, RELAYS_PER_AUTHOR } from './relays-limits.ts';

/** Which relays to ask for the notes of many people, and for whose. */
export type ReadingPlan = {
  /** the authors to ask each relay for */
  readonly relays: ReadonlyMap<string, readonly string[]>;
  /** whom no relay of the plan is asked for: without a list, or without a place for one more socket */
  readonly uncovered: readonly string[];
};

export type ReadingRules = {
  /** relays asked for each author (FEED-03) */
  readonly perAuthor?: number;
  /** sockets in all, those of `connected` among them; left out: all that there may be */
  readonly maxRelays?: number;
  /** relays known to be dead are asked only for those who have no other */
  readonly healthy: (url: string) => boolean;
  /** relays that have a socket anyway: they cost none */
  readonly connected: ReadonlySet<string>;
};

/** The relays a person writes to or reads from, the healthy ones first, in the order of their list. */
export const usableRelays = (
  list: readonly RelayListEntry[],
  use: 'read' | 'write',
  healthy: (url: string) => boolean,
): readonly string[] => {
  const urls = list
    .filter((entry) => entry[use])
    .slice(0, LISTED_RELAYS_READ)
    .map(({ url }) => url);
  return [...urls.filter(healthy), ...urls.filter((url) => !healthy(url))];
};

type Cover = {
  /** the people each relay could be asked for, with places in `left` */
  readonly byRelay: Map<string, string[]>;
  /** how many relays each is asked of */
  readonly count: Map<string, number>;
  readonly chosen: Map<string, string[]>;
};

const candidatesOf = (list: readonly RelayListEntry[], healthy: (url: string) => boolean) => {
  const urls = usableRelays(list, 'write', healthy);
  const alive = urls.filter(healthy);
  return alive.length > 0 ? alive : urls;
};

const prepare = (
  authors: readonly string[],
  listsOf: (author: string) => readonly RelayListEntry[] | undefined,
  healthy: (url: string) => boolean,
): Cover => {
  const byRelay = new Map<string, string[]>();
  const count = new Map<string, number>();
  for (const author of new Set(authors)) {
    count.set(author, 0);
    for (const url of candidatesOf(listsOf(author) ?? [], healthy)) {
      const people = byRelay.get(url) ?? [];
      people.push(author);
      byRelay.set(url, people);
    }
  }
  return { byRelay, count, chosen: new Map() };
};

/** The relay that helps most of those asked of fewer than `goal` relays; at equal use the first by name. */
const best = ({ byRelay, count, chosen }: Cover, allowed: (url: string) => boolean, goal: number) => {
  let [found, gain]: [string | undefined, number] = [undefined, 0];
  for (const [url, people] of byRelay) {
    if (people.length < gain || chosen.has(url) || !allowed(url)) continue;
    const helped = people.reduce((sum, author) => sum + (count.get(author)! < goal ? 1 : 0), 0);
    if (helped > gain || (helped === gain && helped > 0 && found !== undefined && url < found))
      [found, gain] = [url, helped];
  }
  return found;
};

const choose = ({ byRelay, count, chosen }: Cover, url: string, perAuthor: number) => {
  const people = byRelay.get(url)!.filter((author) => count.get(author)! < perAuthor);
  for (const author of people) count.set(author, count.get(author)! + 1);
  chosen.set(url, people);
};

/**
 * Covers each author with `perAuthor` of the relays they write to, by few sockets: greedy, the relay that helps most people
 * first. Everybody gets a first relay before anybody gets a second one; what has a socket already comes before what needs
 * one. The same input gives the same plan.
 */
export const planReading = (
  authors: readonly string[],
  listsOf: (author: string) => readonly RelayListEntry[] | undefined,
  { perAuthor = RELAYS_PER_AUTHOR, maxRelays = POOL_MAX_CONNECTIONS, healthy, connected }: ReadingRules,
): ReadingPlan => {
  const cover = prepare(authors, listsOf, healthy);
  let places = Math.max(0, maxRelays - connected.size);
  for (let goal = 1; goal <= perAuthor; goal += 1) {
    for (
      let url = best(cover, (one) => connected.has(one), goal);
      url;
      url = best(cover, (one) => connected.has(one), goal)
    )
      choose(cover, url, perAuthor);
    for (; places > 0; places -= 1) {
      const url = best(cover, () => true, goal);
      if (url === undefined) break;
      choose(cover, url, perAuthor);
    }
  }
  return {
    relays: cover.chosen,
    uncovered: [...cover.count].filter(([, count]) => count === 0).map(([author]) => author),
  };
};
