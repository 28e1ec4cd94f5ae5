import type { AnyActorRef } from 'xstate';
import type { AreaName, RunningAreas } from '#machines/areas.ts';
import { runningAreas } from '#src/areas/running.ts';

type Actors = { readonly [Name in AreaName]?: Pick<AnyActorRef, 'getSnapshot' | 'subscribe'> | undefined };

/** Areas that the test starts and, by `change`, starts again. */
export const areasOf = (first: Actors = {}): RunningAreas & { change(changed: Actors): void } => {
  let children: Actors = first;
  const listeners = new Set<() => void>();
  const app = {
    getSnapshot: () => ({ children }),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return { unsubscribe: () => void listeners.delete(listener) };
    },
  };
  return {
    ...runningAreas(() => app as unknown as ReturnType<Parameters<typeof runningAreas>[0]>),
    change(changed) {
      children = { ...children, ...changed };
      for (const listener of listeners) listener();
    },
  };
};
