import type { AnyRouter } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { earlyText, keepEarlyText, takeEarlyText, wasEarlyAt } from '#ui/publish/early-text.ts';

const [ANNA, BEN] = ['aa'.repeat(32), 'bb'.repeat(32)];
const at = (visit: string) => ({ latestLocation: { state: { __TSR_key: visit } } }) as AnyRouter;

describe('a text that was begun before the composer was there', () => {
  it('is given over once, also to who logs in after they began it', () => {
    keepEarlyText(at('1'), 'hello', undefined);
    expect([wasEarlyAt(at('1')), wasEarlyAt(at('2'))]).toEqual([true, false]);
    expect([earlyText(undefined), takeEarlyText(ANNA), takeEarlyText(ANNA)]).toEqual(['hello', 'hello', '']);
  });

  it('is for nobody else: a sign-out leaves it for its author', () => {
    keepEarlyText(at('1'), 'of Anna', ANNA);
    expect([earlyText(undefined), earlyText(BEN), takeEarlyText(BEN)]).toEqual(['', '', '']);
    expect([takeEarlyText(ANNA), takeEarlyText(ANNA)]).toEqual(['of Anna', '']);
  });

  it('becomes that of the one who writes on', () => {
    keepEarlyText(at('1'), 'hello', undefined);
    keepEarlyText(at('2'), 'hello you', ANNA);
    expect([takeEarlyText(BEN), takeEarlyText(ANNA)]).toEqual(['', 'hello you']);
  });
});
