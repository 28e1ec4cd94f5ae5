import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, type AnyEventObject } from 'xstate';
import {
  miningMachine,
  type MiningEvent,
  type MiningInput,
  type MiningSlotInput,
} from '#machines/pow/mining.machine.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const input: MiningInput = { sessionId: 's1', targetBits: 20, pubkey: 'ab'.repeat(32) };

const start = (over: Partial<MiningInput> = {}) => {
  const silent = fromCallback<AnyEventObject, MiningSlotInput>(() => {});
  const actor = createActor(
    miningMachine.provide({ actors: { 'mine in workers': silent, 'mine on the page': silent } }),
    { input: { ...input, ...over } },
  );
  return actor.start();
};

const send = (actor: ReturnType<typeof start>, ...events: MiningEvent[]) => {
  for (const event of events) actor.send(event);
  return actor.getSnapshot();
};

const began: MiningEvent = { type: 'mining.began', at: 1_000 };
const progress: MiningEvent = { type: 'mining.progress', hashes: 2 ** 20, bestBits: 17, at: 3_000 };
const found: MiningEvent = { type: 'mining.found', nonce: '0042', bits: 21, hashes: 2 ** 21, at: 5_000 };
const failed: MiningEvent = { type: 'mining.failed', problem: { code: 'worker-timeout' } };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('mining', () => {
  it('takes every path', () => {
    expectFullCoverage(miningMachine, {
      inputs: [input, { ...input, targetBits: 0 }, { ...input, pubkey: '' }],
      events: [
        began,
        progress,
        found,
        failed,
        { type: 'mining.abort' },
        { type: 'xstate.error.actor.workers', error: new Error('no workers') },
        { type: 'xstate.error.actor.page', error: new Error('no code') },
        { type: 'xstate.after.finishedKept.mining.complete' },
        { type: 'xstate.after.finishedKept.mining.aborted' },
        { type: 'xstate.after.finishedKept.mining.failed' },
      ],
      check: (snapshot) => {
        if (snapshot.hasTag('complete')) expect(snapshot.context['progress']).toBe(100);
        if (snapshot.hasTag('aborted')) expect(snapshot.context['progress']).toBe(0);
      },
    });
  });

  it('[POW-13] tells how far it is: best bits, speed, average time', () => {
    const { context } = send(start(), began, progress);
    expect(context).toMatchObject({
      currentBits: 17,
      hashesPerSecond: 2 ** 19,
      estimatedTimeRemaining: 2,
      progress: 63,
    });
  });

  it('measures the speed of the page from when that begins, not of the time in which workers were silent', () => {
    const later: MiningEvent = { type: 'mining.began', at: 11_000 };
    const { context } = send(start(), began, failed, later, { ...progress, at: 13_000 } as MiningEvent);
    expect([context.hashesPerSecond, context.estimatedTimeRemaining]).toEqual([2 ** 19, 2]);
  });

  it.each([0, -3, Number.NaN, Number.POSITIVE_INFINITY])(
    '[POW-15] does not begin with a target of %d',
    (targetBits) => {
      const snapshot = start({ targetBits }).getSnapshot();
      expect(snapshot.hasTag('error')).toBe(true);
      expect(problemText(snapshot.context.problem)).toBe('invalid targetBits');
    },
  );

  it('[POW-16] does not begin without a public key', () => {
    expect(start({ pubkey: '' }).getSnapshot().hasTag('error')).toBe(true);
  });

  it('[POW-17] has progress 100 when it has found, and is removed after 5 s', () => {
    const actor = start();
    const snapshot = send(actor, found);
    expect(snapshot.hasTag('complete')).toBe(true);
    expect(snapshot.context).toMatchObject({ progress: 100, nonce: '0042', currentBits: 21 });
    vi.advanceTimersByTime(4_999);
    expect(actor.getSnapshot().status).toBe('active');
    vi.advanceTimersByTime(1);
    expect(actor.getSnapshot().status).toBe('done');
  });

  it('[POW-18] has progress 0 and says aborted when it was', () => {
    const snapshot = send(start(), progress, { type: 'mining.abort' });
    expect(snapshot.hasTag('aborted')).toBe(true);
    expect(snapshot.context.progress).toBe(0);
    expect(problemText(snapshot.context.problem)).toBe('aborted');
  });

  it('[POW-19] [POW-22] mines on the page when no worker answers, and carries the error when that fails too', () => {
    const actor = start();
    expect(send(actor, failed).matches({ started: 'on the page' })).toBe(true);
    const snapshot = send(actor, failed);
    expect(snapshot.hasTag('error')).toBe(true);
    expect(problemText(snapshot.context.problem)).toBe('Worker timeout');
  });

  it.each([
    ['was stopped', [{ type: 'mining.abort' }]],
    ['failed', [failed, failed]],
  ] satisfies [string, MiningEvent[]][])('is removed after 5 s as well when it %s', (_, events) => {
    const actor = start();
    send(actor, ...events);
    vi.advanceTimersByTime(4_999);
    expect(actor.getSnapshot().status).toBe('active');
    vi.advanceTimersByTime(1);
    expect(actor.getSnapshot().status).toBe('done');
  });
});
