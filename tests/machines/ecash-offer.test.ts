import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { DEPOSIT_LATE_CHECK_MS } from '#domain/ecash/ecash-limits.ts';
import { offerMachine, type OfferFact, type OfferInput, type OfferLook } from '#machines/ecash/offer.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const input: OfferInput = { offer: 'f1', mint: 'https://mint.example', quote: 'q1', isClosed: false };
const NOTHING: OfferLook = { word: 'nothing' };

describe('an offer of one’s own', () => {
  it('reaches every state', () => {
    const looked = (output: OfferLook, id = 'take from offer') => ({ type: `xstate.done.actor.${id}`, output });
    const late = 'take from late offer';
    expectFullCoverage(offerMachine, {
      inputs: [input, { ...input, isClosed: true }],
      events: [
        { type: 'operation.look' },
        { type: 'offer.told' },
        { type: 'socket.ended' },
        looked(NOTHING),
        looked({ word: 'busy', afterMs: undefined }),
        looked({ word: 'over' }),
        looked(NOTHING, late),
        looked({ word: 'over' }, late),
        { type: 'xstate.error.actor.take from offer', error: new Error('x') },
        { type: `xstate.error.actor.${late}`, error: new Error('x') },
        { type: 'xstate.error.actor.follow offer', error: new Error('x') },
        { type: 'xstate.after.untilCheck.offer.used.looking.pausing' },
        { type: 'xstate.after.untilSocket.offer.used.socket.deaf' },
        { type: 'xstate.after.untilLateCheck.offer.late.pausing' },
      ],
      identity: ({ checks, busy, again, isClosed }) => ({
        checks: Math.min(checks, 1),
        busy: Math.min(busy, 1),
        again,
        isClosed,
      }),
      tags: {
        'used.looking.asking': ['asking'],
        late: ['late'],
        'late.asking': ['asking'],
        over: ['over'],
      },
    });
  });

  const begin = (looks: readonly OfferLook[], isClosed = false) => {
    const clock = new SimulatedClock();
    const asked: number[] = [];
    let tell = () => {};
    const actor = createActor(
      offerMachine.provide({
        actors: {
          'follow offer': fromCallback<OfferFact, OfferInput>(({ sendBack }) => {
            tell = () => sendBack({ type: 'offer.told' });
          }),
          'take from offer': fromPromise<OfferLook, OfferInput>(async () => {
            asked.push(clock.now());
            return looks[asked.length - 1] ?? NOTHING;
          }),
        },
      }),
      { clock, input: { ...input, isClosed } },
    );
    actor.start();
    const settle = async () => {
      for (let turn = 0; turn < 8; turn++) await Promise.resolve();
    };
    const pass = async (ms: number, step = 500) => {
      await settle();
      for (let at = 0; at < ms; at += step) {
        clock.increment(step);
        await settle();
      }
    };
    return { actor, asked, pass, settle, tell: () => tell() };
  };

  it('is asked for at once, by the ladder of deposits, and sooner where its mint tells of it', async () => {
    const { asked, pass, settle, tell } = begin([]);
    await pass(5_500);
    expect(asked).toEqual([0, 2_500 + 500]);
    tell();
    await settle();
    expect(asked).toEqual([0, 3_000, 5_500]);
    await pass(3_000);
    expect(asked).toEqual([0, 3_000, 5_500, 8_500]);
  });

  it('is asked for once more when its mint told something meanwhile', async () => {
    const { asked, settle, tell } = begin([]);
    tell();
    await settle();
    expect(asked).toEqual([0, 0]);
  });

  it('is looked at once a day when it is not used any more, until nobody can have it', async () => {
    const { actor, asked, pass } = begin([NOTHING, { word: 'over' }], true);
    expect(actor.getSnapshot().children['follow offer']).toBeUndefined();
    await pass(DEPOSIT_LATE_CHECK_MS, DEPOSIT_LATE_CHECK_MS);
    expect(asked).toEqual([0, DEPOSIT_LATE_CHECK_MS]);
    expect(actor.getSnapshot().status).toBe('done');
  });
});
