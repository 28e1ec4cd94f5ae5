import { describe, expect, it } from 'vitest';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { lookAtNutzap } from '#actors/ecash/nutzaps/nutzap-taking.ts';
import { NUTZAP_TRIES_MOST } from '#domain/ecash/ecash-limits.ts';
import type { Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import type { Operation, OperationPhase } from '#domain/ecash/ledger/operation.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';

const [Y, OTHER_Y] = ['02aa', '02bb'];

type Piece = { readonly y: string; readonly amount: number };
type Said = { readonly pieces?: readonly Piece[]; readonly spent?: readonly string[]; readonly feePpk?: number };

/** What is known of a nutzap by operations that were to take it, and by its mint. */
const look = async (
  operations: readonly Partial<Operation>[],
  { pieces = [{ y: Y, amount: 4 }], spent = [], feePpk = 0 }: Said = {},
) => {
  const asked: unknown[] = [];
  const proofs = pieces.map(({ y }) => ({ secret: y }));
  const core = {
    readProofs: async () => ({ proofs: pieces.map((one) => ({ ...one, locked: { ours: true }, keyset: '00' })) }),
    areSigned: async (order: { proofs: unknown }) => asked.push(order.proofs),
    checkStates: async ({ ys }: { ys: readonly string[] }) =>
      Object.fromEntries(ys.map((y) => [y, spent.includes(y) ? 'SPENT' : 'UNSPENT'])),
  } as unknown as EcashCore;
  const deps = {
    ledger: { operations: async () => operations },
    mintFacts: async () => ({ keysets: [{ id: '00', feePpk }] }),
  } as unknown as EcashDeps;
  const nutzap = { id: 'e1', mint: 'https://mint.example', sats: 0, proofs } as unknown as Nutzap;
  return { asked, ...(await lookAtNutzap({ deps, core }, nutzap)) };
};

const taking = (event: string, y: string, phase: OperationPhase = 'fenced') =>
  ({ phase, redeems: [{ event }], brought: [{ y }] }) as unknown as Operation;
const times = (count: number, operation: Operation) => Array.from({ length: count }, () => operation);

describe('a nutzap that its mint refuses', () => {
  it('is tried again, and is over after some tries', async () => {
    expect(await look([])).toMatchObject({ type: 'good', tries: 0 });
    const last = times(NUTZAP_TRIES_MOST - 1, taking('e1', Y));
    expect(await look(last)).toMatchObject({ type: 'good', tries: NUTZAP_TRIES_MOST - 1 });
    expect(await look(times(NUTZAP_TRIES_MOST, taking('e1', Y)))).toMatchObject({ type: 'over', why: 'refused' });
  });

  it('is over, too, where other events brought the same ecash, which count by their own names', async () => {
    const others = Array.from({ length: NUTZAP_TRIES_MOST }, (_, at) => taking(`other ${at}`, Y));
    expect(await look(others.slice(1))).toMatchObject({ type: 'good', tries: 0 });
    expect(await look(others)).toMatchObject({ type: 'over', why: 'refused' });
    expect(await look(others.map((one) => ({ ...one, brought: taking('', OTHER_Y).brought! })))).toMatchObject({
      type: 'good',
    });
  });

  it('is taken by the one that is under way', async () => {
    expect(await look([taking('other', Y, 'unknown')])).toMatchObject({ type: 'over', why: 'taken' });
  });
});

describe('a nutzap of which a part came in another way', () => {
  const pieces = [1, 4, 16].map((amount) => ({ y: `02${amount}`, amount }));
  const rest = { type: 'good', tries: 0, token: { amount: 20, proofs: pieces.slice(1) } };

  it.each(['committed', 'published', 'unknown'] as const)(
    'is taken but for what a stranger named (%s)',
    async (phase) => {
      const found = await look([taking('of a stranger', '021', phase)], { pieces });
      expect(found).toMatchObject(rest);
      expect(found.asked).toEqual([[{ secret: '024' }, { secret: '0216' }]]);
      const all = pieces.map(({ y }) => taking('of a stranger', y, phase));
      expect(await look(all, { pieces })).toMatchObject({ type: 'over', why: 'taken' });
      expect(await look([taking('e1', 'none of it', phase)], { pieces })).toMatchObject({ type: 'over', why: 'taken' });
    },
  );

  it('is taken but for what is spent, as long as anything is not', async () => {
    expect(await look([], { pieces, spent: ['021'] })).toMatchObject(rest);
    expect(await look([], { pieces, spent: pieces.map(({ y }) => y) })).toMatchObject({ type: 'over', why: 'spent' });
    expect(await look([taking('other', '021', 'committed')], { pieces, spent: ['024', '0216'] })).toMatchObject({
      type: 'over',
      why: 'spent',
    });
  });

  it('is taken but for what its mint refused out of events of strangers', async () => {
    const refused = Array.from({ length: NUTZAP_TRIES_MOST }, (_, at) => taking(`other ${at}`, '021'));
    expect(await look(refused, { pieces })).toMatchObject(rest);
  });

  it('is over where the mint takes all that is left', async () => {
    const spent = ['024', '0216'];
    expect(await look([], { pieces, spent, feePpk: 1_000 })).toMatchObject({ type: 'over', why: 'dust' });
    expect(await look([], { pieces, spent })).toMatchObject({ type: 'good', token: { amount: 1 } });
  });
});
