import { isFailure } from '#domain/inspector/log-filter.ts';
import { KEPT_BARS_MAX } from '#domain/inspector/inspector-limits.ts';
import type { RecordingProgress, RecordingSize } from '#ports/inspector.ts';
import type { ActorState, LogEntry } from '#domain/inspector/recording.ts';
import { createWorld, type World } from '#domain/inspector/world.ts';

/** What happened from a moment on, and how the actors stood then. */
export type Stretch = {
  readonly actors: readonly ActorState[];
  readonly entries: readonly LogEntry[];
  readonly from: number;
  readonly to: number;
};

/** once so many entries fell out, those after them move up */
const MOVE_UP = 2_000;
const SAMPLES = 100;

/** The last entries of a time, and the actors as they stood before them. */
export const createKeptLog = (ms: number, most: number) => {
  let entries: LogEntry[] = [];
  let first = 0;
  let base: World = createWorld();
  let from = 0;
  const drop = (now: number) => {
    while (first < entries.length && (now - entries[first]!.at > ms || entries.length - first > most)) {
      base.apply(entries[first]!);
      first += 1;
    }
    from = Math.max(from, first > 0 && first < entries.length ? entries[first]!.at : from);
    if (first < MOVE_UP) return;
    entries = entries.slice(first);
    first = 0;
  };
  return {
    /** Begins anew with the actors of this moment. */
    begin(world: World, now: number) {
      [entries, first, base, from] = [[], 0, world.copy(), now];
    },
    add(more: readonly LogEntry[]) {
      for (const entry of more) entries.push(entry);
      if (more.length > 0) drop(more.at(-1)!.at);
    },
    count: () => entries.length - first,
    stretch(now: number): Stretch {
      return { actors: [...base.actors.values()], entries: entries.slice(first), from, to: now };
    },
    forget() {
      [entries, first, base] = [[], 0, createWorld()];
    },
  };
};

/** How large a stretch is as a file, by some of its parts. */
export const sizeOf = ({ actors, entries, from, to }: Stretch): RecordingSize => {
  const step = Math.max(1, Math.floor(entries.length / SAMPLES));
  const samples = entries.filter((_, at) => at % step === 0);
  const each = samples.length > 0 ? JSON.stringify(samples).length / samples.length : 0;
  return {
    ms: to - from,
    events: entries.length,
    errors: entries.filter(isFailure).length,
    bytes: Math.round(JSON.stringify(actors).length + each * entries.length),
  };
};

/** The same while it grows, with how much happened when. */
export const progressOf = (stretch: Stretch): RecordingProgress => {
  const { entries, from, to } = stretch;
  const count = Math.max(1, Math.min(KEPT_BARS_MAX, Math.ceil((to - from) / 1_000)));
  const bars = Array.from({ length: count }, () => ({ events: 0, errors: 0 }));
  for (const entry of entries) {
    const bar =
      bars[Math.max(0, Math.min(count - 1, Math.floor(((entry.at - from) / Math.max(1, to - from)) * count)))]!;
    bar.events += 1;
    if (isFailure(entry)) bar.errors += 1;
  }
  return { ...sizeOf(stretch), bars };
};
