import { CHECKPOINT_STEPS } from './inspector-limits.ts';
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
