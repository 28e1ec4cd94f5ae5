import { expect, it } from 'vitest';
import { answerOf } from '#actors/ecash/evidence.ts';
import { mayGoOn } from '#domain/ecash/ledger/operation.ts';

it('[MINT-28] [DEPOSIT-12] takes a wish for fewer requests for no refusal, whatever number stands beside it', () => {
  const refused = (said: string) => ({ code: 'mint-refused', number: 31_004, said }) as const;
  const [busy, no] = [refused('BAT mint rate limit exceeded'), refused('No.')];
  expect(answerOf(no)).toEqual({ type: 'refused', number: 31_004 });
  expect(answerOf(busy)).toEqual({ type: 'silent', afterMs: undefined });
  expect(answerOf({ ...busy, afterMs: 9 })).toEqual({ type: 'silent', afterMs: 9 });
  expect(answerOf({ code: 'mint-busy', afterMs: 7 })).toEqual({ type: 'silent', afterMs: 7 });
  expect([busy, no].map((problem) => mayGoOn({ createdAt: 0 }, problem, 1))).toEqual([true, false]);
});

it('[MINT-03] takes a mint that wants a token which nobody has for one that did nothing', () => {
  expect(answerOf({ code: 'mint-needs-auth' })).toMatchObject({ type: 'refused' });
});
