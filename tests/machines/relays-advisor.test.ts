import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { RelayAdvice, SetStep } from '#domain/relays/relay-advice.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { DYNAMIC_INTERVAL_MS } from '#domain/relays/relays-limits.ts';
import { relayAdvisorMachine, type AdvisorOrder, type AdvisorReport } from '#machines/relays/relay-advisor.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const entry = (name: string, source: RelayEntry['source'] = 'default'): RelayEntry => ({
  url: `wss://${name}.example`,
  permission: 'readwrite',
  ...(source && { source }),
});
const adviceOf = (name: string, done: boolean): RelayAdvice => ({
  id: `${name}>f`,
  done,
  why: 'dead',
  removed: entry(name),
  added: entry('f', 'advisor'),
});
const done = adviceOf('x', true);
const proposed = adviceOf('y', false);
const report = (...advice: RelayAdvice[]): AdvisorReport => ({ advice, suggested: [] });

const events = [
  { type: 'advice.undo', id: done.id },
  { type: 'advice.accept', id: proposed.id },
  { type: 'advice.dismiss', id: proposed.id },
  { type: 'xstate.after.interval.relay-advisor.resting' },
  { type: 'xstate.done.actor.look', output: report(done) },
  { type: 'xstate.done.actor.look', output: report(proposed) },
  { type: 'xstate.error.actor.look', error: new Error('no') },
  { type: 'xstate.done.actor.change set' },
  { type: 'xstate.error.actor.change set', error: new Error('no') },
];

const play = () => {
  let looks = 0;
  const changes: (readonly SetStep[])[] = [];
  const refusals: (readonly string[])[] = [];
  let next = report();
  const actor = createActor(
    relayAdvisorMachine.provide({
      actors: {
        look: fromPromise<AdvisorReport>(() => {
          looks += 1;
          return Promise.resolve(next);
        }),
        'change set': fromPromise<void, AdvisorOrder>(({ input }) => {
          changes.push(input.steps);
          refusals.push(input.refused);
          return Promise.resolve();
        }),
      },
    }),
  ).start();
  return {
    actor,
    looks: () => looks,
    changes,
    refusals,
    context: () => actor.getSnapshot().context,
    finds: (...advice: RelayAdvice[]) => void (next = report(...advice)),
    look: async () => {
      await vi.advanceTimersByTimeAsync(DYNAMIC_INTERVAL_MS);
    },
    settle: () => vi.advanceTimersByTimeAsync(0),
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('relay-advisor machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(relayAdvisorMachine, {
      events,
      identity: ({ advice, refused }) => [advice.map(({ id, done }: RelayAdvice) => [id, done]), refused],
      check: (snapshot) => expect(snapshot.hasTag('busy')).toBe(snapshot.value !== 'resting'),
    });
  });

  it('[RELAY-67] looks at the relays every 30 s', async () => {
    const { looks } = play();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(looks()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(looks()).toBe(1);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(looks()).toBe(2);
  });

  it('[RELAY-68] does by itself what it may, and only proposes the rest', async () => {
    const { look, finds, changes, refusals, context } = play();
    finds(done, proposed);
    await look();
    expect([changes, refusals]).toEqual([[[done]], [[]]]);
    expect(context().advice).toEqual([done, proposed]);
  });

  it('says what it did as long as it is not dismissed, and what it proposes as long as that holds', async () => {
    const { look, finds, refusals, context, actor } = play();
    finds(done, proposed);
    await look();
    finds();
    await look();
    expect(context().advice).toEqual([done]);
    actor.send({ type: 'advice.dismiss', id: done.id });
    expect([context().advice, refusals]).toEqual([[], [[]]]);
  });

  it('undoes what it did: the relay comes back as the own of the user, and neither is spoken of again', async () => {
    const { look, finds, changes, refusals, context, actor, settle } = play();
    finds(done);
    await look();
    actor.send({ type: 'advice.undo', id: done.id });
    await settle();
    expect(changes[1]).toEqual([{ removed: done.added, added: { ...done.removed, source: 'user' } }]);
    expect(context().advice).toEqual([]);
    expect(refusals[1]).toEqual([done.removed!.url, done.added!.url]);
  });

  it('does what was proposed once it is accepted, with the new relay as the own of the user, and can undo that, too', async () => {
    const { look, finds, changes, refusals, context, actor, settle } = play();
    finds(proposed);
    await look();
    expect(changes).toEqual([]);
    actor.send({ type: 'advice.undo', id: proposed.id });
    await settle();
    expect(changes).toEqual([]);
    actor.send({ type: 'advice.accept', id: proposed.id });
    await settle();
    const theirs = { ...proposed, done: true, added: entry('f', 'user') };
    expect([changes, refusals, context().advice]).toEqual([[[theirs]], [[]], [theirs]]);
    actor.send({ type: 'advice.accept', id: proposed.id });
    await settle();
    expect(changes).toHaveLength(1);
  });

  it('makes no proposal about a relay again that was dismissed', async () => {
    const { look, finds, changes, refusals, context, actor, settle } = play();
    finds(proposed);
    await look();
    actor.send({ type: 'advice.dismiss', id: proposed.id });
    await settle();
    expect([changes, refusals, context().advice]).toEqual([[[]], [[proposed.removed!.url]], []]);
    expect(actor.getSnapshot().value).toBe('resting');
  });

  it('lives on when it cannot look', async () => {
    const actor = createActor(relayAdvisorMachine).start();
    await vi.advanceTimersByTimeAsync(DYNAMIC_INTERVAL_MS);
    expect(actor.getSnapshot().value).toBe('resting');
  });
});
