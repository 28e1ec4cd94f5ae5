import { describe, expect, it } from 'vitest';
import { isCallMissing } from '#domain/ecash/mints/mint-answers.ts';

describe('a mint without a call', () => {
  it('says so by its status', () => {
    const has = (status: number) => isCallMissing({ code: 'mint-status', status, said: '' });
    expect([404, 405, 501].map(has)).toEqual([true, true, true]);
    expect([400, 429, 500, 503].map(has)).toEqual([false, false, false, false]);
    expect(isCallMissing({ code: 'bad-response' })).toBe(false);
  });
});
