import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ENDED_MAX,
  ENDED_SHOWN_MS,
  FAILED_ENTRIES_MAX,
  PLAY_QUIET_MAX_MS,
} from '#domain/inspector/inspector-limits.ts';
import { createPlayer, stepAtFirst, watchedMs } from '#domain/inspector/player.ts';
import type { LogEntry } from '#domain/inspector/recording.ts';
import { failedLately, treeOf } from '#domain/inspector/tree.ts';
import { createWorld } from '#domain/inspector/world.ts';
import { actorOf, stories } from './recordings.ts';

const actorsOf = (world: { actors: ReadonlyMap<string, unknown> }) => [...world.actors.values()];

describe('the actors at each step', () => {
  it('are the same whichever way one comes to the step', () => {
    fc.assert(
      fc.property(stories, fc.array(fc.nat(130), { maxLength: 20 }), (entries, jumps) => {
        const actors = [actorOf('0')];
        const player = createPlayer({ actors, entries });
        const straight = [actors as unknown[]];
        const world = createWorld(actors);
        for (const entry of entries) {
          world.apply(entry);
          straight.push(actorsOf(world));
        }
        for (const jump of jumps) {
          const step = Math.min(jump, entries.length);
          expect(actorsOf(player.at(step))).toEqual(straight[step]);
        }
      }),
    );
  });

  it('are the same after a long way back', () => {
    const entries = Array.from({ length: 1_700 }, (_, at) => ({
      seq: at + 1,
      at,
      actor: '0',
      event: 'count',
      outcome: 'stayed' as const,
      now: { context: { count: at + 1 } },
    }));
    const player = createPlayer({ actors: [actorOf('0')], entries });
    for (const step of [1_700, 1_000, 1_001, 1_400, 500, 499, 0, 1_501]) {
      expect(player.at(step).get('0')?.context).toEqual({ count: step });
    }
  });

  it('of those that ended so many, and so long', () => {
    fc.assert(
      fc.property(stories, (entries) => {
        const world = createWorld([actorOf('0')]);
        for (const entry of entries) {
          world.apply(entry);
          const ended = [...world.actors.values()].filter(({ status }) => status !== 'active');
          expect(ended.length).toBeLessThanOrEqual(ENDED_MAX);
          for (const { endedAt, parent } of ended) {
            // what ended with its parent goes with it
            if (parent === undefined) expect(entry.at - endedAt!).toBeLessThanOrEqual(ENDED_SHOWN_MS);
          }
        }
      }),
    );
  });

  it('tells what an event changed, with what was there before', () => {
    const world = createWorld([actorOf('a')]);
    const head = { at: 1, actor: 'a', outcome: 'stayed', event: 'x' } as const;
    world.apply({ ...head, seq: 1, now: { context: { count: 2, fresh: 'x' } }, transitions: ['sample.idle#0'] });
    expect(world.get('a')).toMatchObject({
      context: { count: 2, fresh: 'x' },
      changed: { count: 0, fresh: undefined },
      last: ['sample.idle#0'],
    });
    world.apply({ ...head, seq: 2, now: { gone: ['fresh'] } });
    expect(world.get('a')).toMatchObject({ context: { count: 2 }, changed: { fresh: 'x' } });
    world.apply({ ...head, seq: 3, outcome: 'ignored' });
    expect(world.get('a')?.changed).toEqual({ fresh: 'x' });
  });

  it('stand in a tree, each under its parent, and those without one at its edge', () => {
    fc.assert(
      fc.property(stories, (entries) => {
        const world = createWorld();
        for (const entry of entries) world.apply(entry);
        const rows = treeOf(world.actors);
        expect(rows.map(({ actor }) => actor.id).sort()).toEqual([...world.actors.keys()].sort());
        rows.forEach(({ actor, depth }, at) => {
          if (depth === 0) return;
          const above = rows.slice(0, at).findLast((row) => row.depth === depth - 1);
          expect(above?.actor.id).toBe(actor.parent);
        });
      }),
    );
  });
});

const entryAt = (at: number, outcome: LogEntry['outcome'] = 'stayed'): LogEntry => ({
  seq: at + 1,
  at,
  actor: `${at}`,
  event: 'x',
  outcome,
});

describe('actors that failed', () => {
  it('are marked as long as their error is one of the last entries', () => {
    const entries = Array.from({ length: FAILED_ENTRIES_MAX + 1 }, (_, at) => entryAt(at, at < 2 ? 'error' : 'stayed'));
    expect([...failedLately(entries)]).toEqual(['1']);
    expect([...failedLately([])]).toEqual([]);
  });
});

describe('a recording that is played', () => {
  it('begins before its first step when it is out of a file, else at its last', () => {
    expect([stepAtFirst(7, true), stepAtFirst(7, false)]).toEqual([0, 7]);
  });

  it('goes by as fast as wanted, without long silences', () => {
    const [one, soon, late] = [entryAt(1_000), entryAt(1_400), entryAt(900_000)];
    expect([1, 4].map((speed) => watchedMs(one, soon, speed))).toEqual([400, 100]);
    expect([1, 4].map((speed) => watchedMs(one, late, speed))).toEqual([PLAY_QUIET_MAX_MS, PLAY_QUIET_MAX_MS]);
    expect([watchedMs(soon, one, 1), watchedMs(undefined, one, 1), watchedMs(late, undefined, 1)]).toEqual([0, 0, 0]);
  });
});
