import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { PAGE_LIMIT_MAX, PAGE_ROUNDS_MAX } from '#domain/feed/feed-limits.ts';
import { EOSE_GRACE_MS } from '#domain/relays/relays-limits.ts';
import { pageLoadMachine, type RoundOutcome } from '#machines/feed/page-load.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const OUTCOMES: readonly RoundOutcome[] = ['enough', 'answered', 'silent', 'silent but full', 'nobody left'];

/** `reposts`: when their notes are there; by itself at once */
const begin = (
  outcomes: readonly RoundOutcome[],
  { isFirst = false, reposts = Promise.resolve() }: { isFirst?: boolean; reposts?: Promise<void> } = {},
) => {
  const clock = new SimulatedClock();
  const asked: number[] = [];
  const machine = pageLoadMachine.provide({
    actors: {
      'ask relays': fromPromise<RoundOutcome, { limit: number }>(async ({ input }) => {
        asked.push(input.limit);
        return outcomes[asked.length - 1] ?? outcomes.at(-1)!;
      }),
      'await reposts': fromPromise(() => reposts),
    },
  });
  const load = createActor(machine, { input: { limit: 20, isFirst }, clock }).start();
  return { load, clock, asked, stands: () => load.getSnapshot().value, output: () => load.getSnapshot().output };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a page of a timeline on its way', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(pageLoadMachine, {
      inputs: [
        { limit: 20, isFirst: true },
        { limit: 20, isFirst: false },
      ],
      events: [
        ...OUTCOMES.map((output) => ({ type: 'xstate.done.actor.ask relays', output })),
        { type: 'xstate.error.actor.ask relays', error: new Error('gone') },
        { type: 'xstate.done.actor.await reposts' },
        { type: 'xstate.error.actor.await reposts', error: new Error('gone') },
        { type: 'xstate.after.EOSE_GRACE.page-load.gathering' },
        { type: 'load.stop' },
      ],
      check: ({ value, context: { rounds, limit, isFirst } }) => {
        expect(rounds).toBeLessThanOrEqual(PAGE_ROUNDS_MAX);
        expect(limit).toBeLessThanOrEqual(PAGE_LIMIT_MAX);
        if (value === 'gathering') expect(isFirst).toBe(true);
      },
    });
  });

  it('asks each round for twice as many until there is enough', async () => {
    const { asked, stands, output } = begin(['answered', 'answered', 'enough']);
    await settled();
    expect(asked).toEqual([20, 40, 80]);
    expect([stands(), output()]).toEqual(['over', { hasAnswers: true, failure: undefined }]);
  });

  it('asks no more often than it may, and for no more than it may', async () => {
    const { asked, output } = begin(['answered']);
    await settled();
    expect(asked).toHaveLength(PAGE_ROUNDS_MAX);
    expect(Math.max(...asked)).toBeLessThanOrEqual(PAGE_LIMIT_MAX);
    expect(output()?.hasAnswers).toBe(true);
  });

  it('says that nobody answered only where no round was answered; a list at its end is no silence', async () => {
    const ends = [begin(['silent']), begin(['answered', 'silent']), begin(['nobody left'])];
    await settled();
    expect(ends.map(({ output, asked }) => [output()?.hasAnswers, asked.length])).toEqual([
      [false, 1],
      [true, 2],
      [true, 1],
    ]);
  });

  it('waits for no reposts where relays filled the page before they fell silent, and says why it failed', async () => {
    const never = new Promise<void>(() => {});
    const full = begin(['silent but full'], { reposts: never });
    const failing = pageLoadMachine.provide({
      actors: { 'ask relays': fromPromise(() => Promise.reject(new Error('gone'))) },
    });
    const failed = createActor(failing, { input: { limit: 20, isFirst: false } }).start();
    await settled();
    expect([full.stands(), full.output()?.hasAnswers]).toEqual(['over', false]);
    expect(failed.getSnapshot().output?.failure).toEqual(new Error('gone'));
  });

  it('waits for reposts where rows are missing, and a moment before a first page that has enough', async () => {
    const never = new Promise<void>(() => {});
    const [short, later, first] = [
      begin(['nobody left'], { reposts: never }),
      begin(['enough'], { reposts: never }),
      begin(['enough'], { reposts: never, isFirst: true }),
    ];
    await settled();
    expect([short.stands(), later.stands(), first.stands()]).toEqual(['short', 'over', 'gathering']);
    first.clock.increment(EOSE_GRACE_MS - 1);
    expect(first.stands()).toBe('gathering');
    first.clock.increment(1);
    expect(first.stands()).toBe('over');
    short.load.send({ type: 'load.stop' });
    expect(short.stands()).toBe('over');
  });
});
