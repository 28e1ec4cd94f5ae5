import { CHECKPOINT_STEPS, PLAY_QUIET_MAX_MS } from './inspector-limits.ts';
import type { ActorState, LogEntry } from './recording.ts';
import { createWorld, type World } from './world.ts';

/** What can be gone through: actors at the beginning, and what happened then. */
export type Story = { readonly actors: readonly ActorState[]; readonly entries: readonly LogEntry[] };

/** Gives the actors as they stood after each step; 0: before the first. */
export const createPlayer = ({ actors, entries }: Story): { at(step: number): World } => {
  const kept = new Map<number, World>([[0, createWorld(actors)]]);
  let world = kept.get(0)!.copy();
  let reached = 0;
  const comeFrom = (step: number) => {
    const near = [...kept.keys()].filter((at) => at <= step).reduce((most, at) => Math.max(most, at), 0);
    if (step >= reached && reached >= near) return;
    [world, reached] = [kept.get(near)!.copy(), near];
  };
  return {
    at(step) {
      const wanted = Math.max(0, Math.min(entries.length, step));
      comeFrom(wanted);
      while (reached < wanted) {
        world.apply(entries[reached]!);
        reached += 1;
        if (reached % CHECKPOINT_STEPS === 0 && !kept.has(reached)) kept.set(reached, world.copy());
      }
      return world;
    },
  };
};

/** The step at which a recording of so many is opened: one out of a file before its first, one of this page at its last. */
export const stepAtFirst = (steps: number, isOfFile: boolean): number => (isOfFile ? 0 : steps);

/** ms that pass for who watches from one entry to the next; nothing at the edges. */
export const watchedMs = (before: LogEntry | undefined, after: LogEntry | undefined, speed: number): number =>
  before && after ? Math.min(PLAY_QUIET_MAX_MS, Math.max(0, after.at - before.at) / speed) : 0;
