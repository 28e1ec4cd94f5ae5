import type { NostrEvent } from '#domain/protocol/event.ts';
import { cached } from './cache.ts';
import { attentionFor, writeAttention } from './engagement.ts';
import { type Guide, writeGuide } from './guide.ts';
import { type HostileEvent, writeHostile } from './hostile.ts';
import { placeEvents, type Stock } from './placement.ts';
import { writeProfiles } from './profiles.ts';
import { writeTimeline } from './timeline.ts';
import { createWorld, type Member, type World, type WorldOptions } from './world.ts';

const DAY = 86_400;
/** seconds between the newest ordinary note and now */
const QUIET = 180;

export type ContentOptions = WorldOptions & {
  /** notes of the past 30 days, replies included */
  readonly notes: number;
  /** seconds since the epoch */
  readonly now: number;
  /** a folder that keeps the result for the next start; none by default */
  readonly cacheFolder?: string;
};

/** All sample content of one start. The events are verified fixtures except those of `hostile` that are not sound. */
export type DevnetContent = {
  readonly people: readonly Member[];
  /** sound events, newest first */
  readonly events: readonly NostrEvent[];
  readonly older: readonly NostrEvent[];
  readonly hostile: readonly HostileEvent[];
  readonly guide: Guide;
  /** what each relay has, in the order of RELAY_PLANS */
  readonly relayEvents: readonly (readonly NostrEvent[])[];
};

/** The events of a day, which do not depend on the hour. */
function writeDay(options: ContentOptions, day: number): Stock {
  const world = createWorld(options, 'day');
  const start = (day - 30) * DAY;
  const { newest, older } = writeProfiles(world, start);
  const timeline = writeTimeline(world, start, options.notes);
  const attention = timeline.flatMap((posted) => writeAttention(world, posted, attentionFor(world, posted)));
  const events = [...newest, ...timeline.map((posted) => posted.event), ...attention];
  const past = timeline.filter((posted) => posted.event.created_at < day * DAY);
  return { events, older, hostile: writeHostile(world, past, day * DAY - 1_000) };
}

const everywhereIds = (guide: NostrEvent[], hostile: readonly HostileEvent[]): Set<string> =>
  new Set([...guide.map((event) => event.id), ...hostile.map(({ event }) => event.id)]);

/** The note of which a relay has a forged copy under the same id. */
const shadowedNote = (events: readonly NostrEvent[], hostile: readonly HostileEvent[]): NostrEvent | undefined =>
  events.find((event) => hostile.some((one) => !one.sound && one.event.id === event.id));

/**
 * Makes the content. The events of a day are the same for the same options and day; those dated after now are left out.
 * The examples of `guide` are written anew for each `now`.
 */
export function createContent(options: ContentOptions): DevnetContent {
  const day = Math.floor(options.now / DAY);
  const { older, hostile, events } = cached(options, day, () => writeDay(options, day));
  const world: World = createWorld(options, 'guide');
  const { guide, events: examples } = writeGuide(world, options.now);
  const past = events.filter((event) => event.created_at <= options.now - QUIET);
  const all = [...examples, ...past].sort((a, b) => b.created_at - a.created_at);
  const shadowed = shadowedNote(past, hostile);
  return {
    people: world.members,
    events: all,
    older,
    hostile,
    guide: shadowed ? { ...guide, shadowed } : guide,
    relayEvents: placeEvents({ events: all, older, hostile }, everywhereIds(examples, hostile)),
  };
}
