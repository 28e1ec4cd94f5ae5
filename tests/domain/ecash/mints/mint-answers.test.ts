import { describe, expect, it } from 'vitest';
import { isCallMissing, readMeltState, readStates } from '#domain/ecash/mints/mint-answers.ts';

describe('a mint without a call', () => {
  it('says so by its status', () => {
    const has = (status: number) => isCallMissing({ code: 'mint-status', status, said: '' });
    expect([404, 405, 501].map(has)).toEqual([true, true, true]);
    expect([400, 429, 500, 503].map(has)).toEqual([false, false, false, false]);
    expect(isCallMissing({ code: 'bad-response' })).toBe(false);
  });
});

describe('what a mint answers', () => {
  it('[MELT-02] of a payment is one of three states, and nothing else', () => {
    for (const state of ['UNPAID', 'PENDING', 'PAID']) expect(readMeltState({ state })).toEqual({ state });
    for (const state of ['ISSUED', 'paid', 5]) expect(() => readMeltState({ state })).toThrow('bad-response');
  });

  it('[MINT-25] [PROOF-03] of proofs is the state of each that was asked for', () => {
    const states = ['UNSPENT', 'PENDING', 'SPENT'].map((state, index) => ({ Y: `y${index}`, state }));
    expect(readStates({ states }, ['y2', 'y0', 'y1'])).toEqual([
      ['y2', 'SPENT'],
      ['y0', 'UNSPENT'],
      ['y1', 'PENDING'],
    ]);
    for (const wrong of [undefined, states.slice(1), [...states.slice(1), { Y: 'y0', state: 'LOST' }]])
      expect(() => readStates({ states: wrong }, ['y2', 'y0', 'y1'])).toThrow('bad-response');
  });
});
