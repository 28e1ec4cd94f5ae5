import { describe, expect, it } from 'vitest';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { lookAtNutzap } from '#actors/ecash/nutzaps/nutzap-taking.ts';
import { NUTZAP_TRIES_MOST } from '#domain/ecash/ecash-limits.ts';
import type { Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import type { Operation, OperationPhase } from '#domain/ecash/ledger/operation.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';

const [Y, OTHER_Y] = ['02aa', '02bb'];
const nutzap = { id: 'e1', mint: 'https://mint.example', sats: 4, proofs: [] } as unknown as Nutzap;

/** What is known of a nutzap by operations that were to take it. */
const look = (operations: readonly Partial<Operation>[]) => {
  const core = {
    readProofs: async () => ({ proofs: [{ y: Y, locked: { ours: true }, keyset: '00' }] }),
    areSigned: async () => true,
    checkStates: async () => ({ [Y]: 'UNSPENT' }),
  } as unknown as EcashCore;
  const deps = {
    ledger: { operations: async () => operations },
    mintFacts: async () => ({ keysets: [{ id: '00', feePpk: 0 }] }),
  } as unknown as EcashDeps;
  return lookAtNutzap({ deps, core }, nutzap);
};

const taking = (event: string, y: string, phase: OperationPhase = 'fenced') =>
  ({ phase, redeems: [{ event }], brought: [{ y }] }) as unknown as Operation;
const times = (count: number, operation: Operation) => Array.from({ length: count }, () => operation);

describe('a nutzap that its mint refuses', () => {
  it('is tried again, and is over after some tries', async () => {
    expect(await look([])).toMatchObject({ type: 'good', tries: 0 });
    const last = times(NUTZAP_TRIES_MOST - 1, taking('e1', Y));
    expect(await look(last)).toMatchObject({ type: 'good', tries: NUTZAP_TRIES_MOST - 1 });
    expect(await look(times(NUTZAP_TRIES_MOST, taking('e1', Y)))).toEqual({ type: 'over', why: 'refused' });
  });

  it('is over, too, where other events brought the same ecash, which count by their own names', async () => {
    const others = Array.from({ length: NUTZAP_TRIES_MOST }, (_, at) => taking(`other ${at}`, Y));
    expect(await look(others.slice(1))).toMatchObject({ type: 'good', tries: 0 });
    expect(await look(others)).toEqual({ type: 'over', why: 'refused' });
    expect(await look(others.map((one) => ({ ...one, brought: taking('', OTHER_Y).brought! })))).toMatchObject({
      type: 'good',
    });
  });

  it('is taken by the one that is under way', async () => {
    expect(await look([taking('other', Y, 'unknown')])).toEqual({ type: 'over', why: 'taken' });
  });
});
