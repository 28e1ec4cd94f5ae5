import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, type AnyActorRef } from 'xstate';
import { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { AnyArea } from '#src/areas/deps.ts';
import { rootOf } from '#src/areas/root.ts';
import { runningAreas } from '#src/areas/running.ts';

/** A root whose areas the test can break. */
const start = (...first: string[]) => {
  const logic = relayDirectoryMachine.provide({ actors: { connectivity: fromCallback(() => {}) } });
  const areas = new Map<string, AnyArea>(first.map((name) => [name, { logic, input: { entries: [], profile: [] } }]));
  const app = createActor(rootOf(areas)).start();
  const areasNow = runningAreas(() => app);
  return {
    ...areasNow,
    later(name: string) {
      areas.set(name, { logic, input: { entries: [], profile: [] } });
      app.send({ type: 'area.start', id: name });
    },
    fail: () =>
      (areasNow.find('relay-directory') as AnyActorRef).send({
        type: 'xstate.error.actor.x',
        actorId: 'x',
        error: 'bug',
      }),
  };
};

afterEach(() => void vi.restoreAllMocks());

describe('the areas that run', () => {
  it('are found by name', () => {
    const { find, later } = start();
    expect(find('relay-directory')).toBeUndefined();
    later('relay-directory');
    expect(find('relay-directory')?.getSnapshot().status).toBe('active');
  });

  it('are followed from before they start and after they were started again', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { find, follow, later, fail } = start();
    const heard: [unknown, boolean][] = [];
    const stop = follow('relay-directory', (snapshot, again) => heard.push([snapshot, again]));
    expect(heard).toEqual([]);
    later('relay-directory');
    const before = find('relay-directory');
    expect(heard).toEqual([[before?.getSnapshot(), false]]);
    fail();
    expect(logged).toHaveBeenCalledOnce();
    expect(find('relay-directory')).not.toBe(before);
    expect(heard.at(-1)).toEqual([find('relay-directory')?.getSnapshot(), true]);
    heard.length = 0;
    stop();
    fail();
    expect(heard).toEqual([]);
  });
});
