import { describe, expect, it } from 'vitest';
import { MINT_REFRESH_MS } from '#domain/ecash/ecash-limits.ts';
import { mintBusyDelay, mintRetryDelay } from '#domain/ecash/mints/mint-waits.ts';
import { mintLinkMachine } from '#machines/ecash/mint-link.machine.ts';
import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const input = { mint: 'https://mint.example', freshMs: 0 };
const failed = (problem: EcashProblem) => ({
  type: 'xstate.error.actor.load mint',
  error: new EcashError(problem),
});

describe('mint-link', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(mintLinkMachine.provide({ actions: { 'tell that it answers': () => {} } }), {
      tags: {
        'facts.known': ['known'],
        'facts.loading': ['loading'],
        'facts.silent': ['silent'],
        'facts.rate limited': ['rate limited'],
      },
      inputs: [input, { ...input, freshMs: 1 }],
      events: [
        { type: 'xstate.done.actor.load mint' },
        failed({ code: 'mint-network' }),
        failed({ code: 'mint-busy', afterMs: 7 }),
        { type: 'xstate.error.actor.follow tokens', error: new Error('no') },
        { type: 'socket.ended' },
        { type: 'mint.refresh' },
        { type: 'mint.try' },
        { type: 'xstate.after.untilRefresh.mint-link.facts.known' },
        { type: 'xstate.after.untilRetry.mint-link.facts.silent' },
        { type: 'xstate.after.untilWelcome.mint-link.facts.rate limited' },
        { type: 'xstate.after.untilSocket.mint-link.tokens.deaf' },
      ],
      identity: ({ failures }) => failures > 0,
    });
  });

  it('asks a silent mint less and less often, and a busy one not before it says', () => {
    expect([1, 2, 3, 20].map(mintRetryDelay)).toEqual([5_000, 10_000, 20_000, 300_000]);
    expect([undefined, 0, 90_000, 1e12].map(mintBusyDelay)).toEqual([60_000, 1_000, 90_000, MINT_REFRESH_MS]);
  });
});
