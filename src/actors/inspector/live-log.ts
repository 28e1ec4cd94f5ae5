import type { AnyActorRef } from 'xstate';
import {
  KEPT_ENTRIES_MAX,
  KEPT_MS,
  LOG_MAX,
  RECORDING_ENTRIES_MAX,
  ACTOR_NAMES_MAX,
  EVENT_RATE_MS,
} from '#domain/inspector/inspector-limits.ts';
import type { LogEntry, Recording } from '#domain/inspector/recording.ts';
import { createWorld, type World } from '#domain/inspector/world.ts';
import { createTally } from '#domain/inspector/coverage.ts';
import { createKeptLog } from './kept.ts';
import { observe } from './observe.ts';

/** What is shown: the page as it is, as it was when it was held, or a recording at a step. */
export type Screen = { readonly world: World; readonly entries: readonly LogEntry[] };

type Deps = {
  readonly now: () => number;
  /** More is in the live log, which begins with `from` now. */
  readonly onMore: (more: readonly LogEntry[], from: number) => void;
};

/** The names of actors, also of those that are gone. */
export const createNames = () => {
  const names = new Map<string, string>();
  return {
    nameOf: (actor: string) => names.get(actor) ?? actor,
    note(id: string, name: string) {
      names.set(id, name);
      if (names.size > ACTOR_NAMES_MAX) names.delete(names.keys().next().value!);
    },
    forget: () => names.clear(),
  };
};

const rootOf = (ref: AnyActorRef): AnyActorRef => (ref._parent ? rootOf(ref._parent) : ref);

/** What the page does, from the moment it is listened to until that ends; then nothing is left. */
export const createLive = ({ now, onMore }: Deps, names: ReturnType<typeof createNames>) => {
  const last = createKeptLog(KEPT_MS, KEPT_ENTRIES_MAX);
  const own = createKeptLog(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  let world = createWorld();
  let entries: LogEntry[] = [];
  let tally = createTally();
  let leave = () => {};
  let recorder: 'none' | 'recording' | 'ended' = 'none';
  let endedAt = 0;
  let full = () => {};

  const take = (more: readonly LogEntry[]) => {
    for (const entry of more) {
      entries.push(entry);
      tally.add(entry);
      if (entry.started) names.note(entry.actor, entry.started.name);
    }
    // the same list: whoever sifts it would go on with the old one, and keep what fell out alive
    if (entries.length > LOG_MAX * 1.1) entries.splice(0, entries.length - LOG_MAX);
    last.add(more);
    if (recorder === 'recording') {
      own.add(more);
      if (own.count() >= RECORDING_ENTRIES_MAX) full();
    }
    onMore(more, entries[0]!.seq);
  };

  return {
    screen: (): Screen => ({ world, entries }),
    seen: () => tally.counts(),
    /** Listens to all actors of a system; those of the inspector itself are left out. */
    begin(inspector: AnyActorRef, onFull: () => void) {
      [full, world, entries, tally] = [onFull, createWorld(), [], createTally()];
      leave = observe({ root: rootOf(inspector), now, isHidden: (ref) => ref === inspector, world, onEntries: take });
      for (const actor of world.actors.values()) {
        names.note(actor.id, actor.name);
        tally.begin(actor);
      }
      last.begin(world, now());
    },
    end() {
      leave();
      [leave, world, entries, tally] = [() => {}, createWorld(), [], createTally()];
      last.forget();
      own.forget();
      recorder = 'none';
      names.forget();
    },
    record() {
      recorder = 'recording';
      own.begin(world, now());
    },
    stopRecording() {
      recorder = 'ended';
      endedAt = now();
    },
    isRecording: () => recorder === 'recording',
    last: () => last.stretch(now()),
    /** undefined when nothing was recorded */
    own: () => (recorder === 'none' ? undefined : own.stretch(recorder === 'ended' ? endedAt : now())),
  };
};

/** Events in a second, of late. */
export const rateOf = ({ entries }: Screen, now: number): number => {
  let count = 0;
  for (let at = entries.length - 1; at >= 0 && entries[at]!.at > now - EVENT_RATE_MS; at -= 1) count += 1;
  return Math.round((count * 1_000) / EVENT_RATE_MS);
};

/** A screen that stands still. */
export const held = ({ world, entries }: Screen): Screen => ({ world: world.copy(), entries: [...entries] });

/** The names of all actors of a recording. */
export const namesIn = ({ actors, entries }: Pick<Recording, 'actors' | 'entries'>): ReadonlyMap<string, string> =>
  new Map([...actors, ...entries.flatMap(({ started }) => started ?? [])].map(({ id, name }) => [id, name]));
