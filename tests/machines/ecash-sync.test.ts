import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, type AnyEventObject } from 'xstate';
import { SETTLE_MS } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { ecashSyncMachine, type Pass, type SyncFact, type Told } from '#machines/ecash/ecash-sync.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const unsigned = new EcashError({ code: 'event-unsigned' });
const turn = () => new Promise((resolve) => setImmediate(resolve));
const done = (told: Told) => ({ type: 'xstate.done.actor.tell relays', output: { told, tookMs: 0 } satisfies Pass });
const failed = (error: Error) => ({ type: 'xstate.error.actor.tell relays', error });

describe('ecash-sync', () => {
  it('reaches every state and transition', () => {
    const ON = 'outbox.on';
    expectFullCoverage(ecashSyncMachine, {
      tags: {
        'outbox.off': ['off'],
        [`${ON}.settling`]: ['telling'],
        [`${ON}.telling`]: ['telling'],
        [`${ON}.waiting`]: ['short'],
        [`${ON}.unsigned`]: ['unsigned'],
      },
      events: [
        { type: 'sync.switched', isOn: true },
        { type: 'sync.switched', isOn: false },
        { type: 'outbox.due' },
        { type: 'sync.occasion' },
        { type: 'sync.again' },
        done('told'),
        done('short'),
        failed(unsigned),
        failed(new Error('no')),
        { type: 'xstate.error.actor.outbox', error: new Error('no') },
        { type: `xstate.after.untilSettled.ecash-sync.${ON}.settling` },
        { type: `xstate.after.untilToldAgain.ecash-sync.${ON}.waiting` },
      ],
      identity: ({ everywhere, problem }) => [everywhere, problem !== undefined],
    });
  });

  const start = (answers: (Told | Error)[], tookMs = 0) => {
    const passes: boolean[] = [];
    const machine = ecashSyncMachine.provide({
      actors: {
        'watch switch': fromCallback<AnyEventObject>(({ sendBack }) =>
          sendBack({ type: 'sync.switched', isOn: true } satisfies SyncFact),
        ) as never,
        'watch network': fromCallback(() => {}) as never,
        'watch outbox': fromCallback(() => {}) as never,
        'tell relays': fromPromise<Pass, { everywhere: boolean }>(async ({ input }) => {
          passes.push(input.everywhere);
          const answer = answers.shift() ?? 'told';
          if (answer instanceof Error) throw answer;
          return { told: answer, tookMs };
        }),
      },
    });
    const clock = new SimulatedClock();
    const actor = createActor(machine, { clock }).start();
    const stands = () => actor.getSnapshot().value;
    return { passes, clock, actor, stands };
  };
  const on = (state: string) => ({ outbox: { on: state } });

  it('[WEV-10] tells relays again every 10000 ms until enough of them took it', async () => {
    const { passes, clock, stands } = start(['short', new Error('disk'), 'short', 'told']);
    await turn();
    for (const count of [1, 2, 3]) {
      expect(stands()).toEqual(on('waiting'));
      clock.increment(9_999);
      await turn();
      expect(passes).toHaveLength(count);
      clock.increment(1);
      await turn();
    }
    // all relays at the start, then those alone that matter
    expect(passes).toEqual([true, false, true, false].map((_, index) => index === 0));
    expect(stands()).toEqual(on('resting'));
  });

  it.each([
    { tookMs: 4_000, left: 6_000 },
    { tookMs: 7_999, left: 2_001 },
  ])('[WEV-10] counts from the beginning of a pass that took $tookMs ms', async ({ tookMs, left }) => {
    const { passes, clock } = start(['short', 'told'], tookMs);
    await turn();
    clock.increment(left - 1);
    await turn();
    expect(passes).toHaveLength(1);
    clock.increment(1);
    await turn();
    expect(passes).toHaveLength(2);
  });

  it.each([8_001, 10_500, 60_000])(
    '[WEV-10] gives relays 2 s after a pass that took %i ms, however long',
    async (tookMs) => {
      const { passes, clock } = start(['short', 'short', 'told'], tookMs);
      for (const count of [1, 2]) {
        await turn();
        clock.increment(1_999);
        await turn();
        expect(passes).toHaveLength(count);
        clock.increment(1);
      }
      await turn();
      expect(passes).toHaveLength(3);
    },
  );

  it('tells at once when the network is back, and after a moment what changes', async () => {
    const { passes, clock, actor, stands } = start(['short', 'told', 'told']);
    await turn();
    actor.send({ type: 'sync.occasion' });
    await turn();
    expect(stands()).toEqual(on('resting'));
    actor.send({ type: 'outbox.due' });
    clock.increment(SETTLE_MS - 1);
    await turn();
    expect(passes).toEqual([true, true]);
    clock.increment(1);
    await turn();
    expect(passes).toEqual([true, true, false]);
  });

  it('asks a signer that said no again when the user says so, and never by itself', async () => {
    const { passes, clock, actor, stands } = start([unsigned, 'told']);
    await turn();
    actor.send({ type: 'outbox.due' });
    actor.send({ type: 'sync.occasion' });
    clock.increment(60_000);
    await turn();
    expect(stands()).toEqual(on('unsigned'));
    expect(passes).toHaveLength(1);
    actor.send({ type: 'sync.again' });
    await turn();
    expect(stands()).toEqual(on('resting'));
  });

  it('tells nothing while the user wants no ecash on relays', async () => {
    const { passes, actor, stands } = start(['told']);
    await turn();
    actor.send({ type: 'sync.switched', isOn: false });
    actor.send({ type: 'outbox.due' });
    await turn();
    expect(passes).toHaveLength(1);
    expect(stands()).toEqual({ outbox: 'off' });
  });
});
