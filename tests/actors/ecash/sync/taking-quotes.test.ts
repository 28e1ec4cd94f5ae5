import { expect, it } from 'vitest';
import { takeQuotes, type QuoteLook } from '#actors/ecash/sync/taking-quotes.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { createEcashWorld, openWallet } from '#tests/support/ecash-world.ts';
import { fakeEvent } from '#tests/support/fake-events.ts';
import { MINT } from '#tests/support/mint-model.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

it.each([
  [{ code: 'mint-refused', number: 20_001, said: 'Quote is not paid' }, true],
  [{ code: 'mint-status', status: 400, said: 'quote not paid' }, true],
  [{ code: 'mint-network' }, true],
  [{ code: 'mint-refused', number: 20_002, said: 'No.' }, false],
  [{ code: 'mint-refused', number: 20_000, said: 'No such quote.' }, false],
] as const satisfies readonly (readonly [EcashProblem, boolean])[])(
  '[DEPOSIT-10] [DEPOSIT-11] asks again for an invoice of another device of which its mint said %j: %s',
  async (problem, isMore) => {
    const { deps } = openWallet(await createEcashWorld(), openMoneyLife());
    const event = fakeEvent({ id: 'e'.repeat(64), kind: 7374, created_at: 1 });
    const looks = new Map<string, QuoteLook>();
    const core = { ...deps.core, checkMintQuote: () => Promise.reject(new EcashError(problem)) };
    const picture = { quotes: [{ event, quote: { mint: MINT, quote: 'mq0' } }], relaysOf: () => [] };
    expect(await takeQuotes({ ...deps, core }, picture, looks)).toBe(isMore);
    expect([...looks.values()]).toEqual(isMore ? [] : ['over']);
  },
);
