import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chanceFrom } from '#devnet/content/random.ts';
import { partOfCommit } from '#tests/support/crash-points.ts';
import { takeToken, worldFaults } from '#tests/support/ecash-world.ts';
import { DEVICE_CASES } from '#tests/support/device-cases.ts';
import { ECASH_CASES, LARGE_CASES } from '#tests/support/ecash-cases.ts';
import { NUTZAP_TO_WALLET_CASES } from '#tests/support/nutzap-to-wallet-cases.ts';
import { createMintModel, createModelCore, MINT, proofOf, UNIT, type MintModel } from '#tests/support/mint-model.ts';
import {
  tryAstray,
  tryMoneyPoints,
  type MoneyCase,
  type MoneyLife,
  type Outside,
} from '#tests/support/money-points.ts';

/** What waits a while for sats that come back waits a fiftieth of it here: where their exchange broke off they never come. */
const SOONER = 50;

const later = setTimeout;
beforeAll(() => void vi.stubGlobal('setTimeout', (act: () => void, ms = 0) => later(act, ms / SOONER)));
afterAll(() => void vi.unstubAllGlobals());

/** One of so many of all pairs. */
const PAIRS = 400;

/** What can go wrong first is divided among so many tests: all of it in one takes too long on a machine that is busy. */
const PARTS = 3;
const CASE_PARTS = Object.keys(ECASH_CASES).flatMap((name) =>
  Array.from({ length: PARTS }, (_, from) => ({ name, from })),
);

describe('money at every place where things go wrong', () => {
  it.each(CASE_PARTS)('[PROOF-08] [PROOF-09] is all there after: $name, part $from', async ({ name, from }) => {
    const which = { singles: { every: PARTS, from }, pairs: partOfCommit(PAIRS) };
    const report = await tryMoneyPoints(ECASH_CASES[name]!, which);
    expect(report.failures).toEqual([]);
    expect(report.points).toBeGreaterThan(8);
    expect(report.tried).toBeGreaterThan(report.points);
  });
});

/** Runs of each operation; a bench has more. */
const ASTRAY_RUNS = 4;
const SEEDS = 100_000;

/** What takes long is tried at one place in so many, another one with each commit; a bench has all. */
const LARGE_PARTS = 8;

describe('amounts that take many pieces, where things go wrong', () => {
  it.each(Object.keys(LARGE_CASES))('[PROOF-08] [PROOF-09] are all there after: %s', async (name) => {
    const which = { singles: partOfCommit(LARGE_PARTS), pairs: partOfCommit(LARGE_PARTS * PAIRS) };
    const report = await tryMoneyPoints(LARGE_CASES[name]!, which);
    expect(report.failures).toEqual([]);
    expect(report.tried).toBeGreaterThan(1);
  });
});

describe('what other devices told of, at every place where things go wrong', () => {
  it.each(Object.keys(DEVICE_CASES))('[WEV-01] [WEV-02] is taken in once, and all is there after: %s', async (name) => {
    const report = await tryMoneyPoints(DEVICE_CASES[name]!, { pairs: partOfCommit(PAIRS) });
    expect(report.failures).toEqual([]);
    expect(report.points).toBeGreaterThan(4);
  });
});

describe('nutzaps that go on to the Lightning wallet, at every place where things go wrong', () => {
  it.each(Object.keys(NUTZAP_TO_WALLET_CASES))('[NWC-24] go on once, or it is said why they stay: %s', async (name) => {
    const report = await tryMoneyPoints(NUTZAP_TO_WALLET_CASES[name]!, { pairs: partOfCommit(PAIRS / 10) });
    expect(report.failures).toEqual([]);
    expect(report.points).toBeGreaterThan(20);
  });
});

describe('requests that come late, twice or in another order', () => {
  it.each(Object.keys(ECASH_CASES))('cost nothing: %s', async (name) => {
    const failures: string[] = [];
    for (let run = 0; run < ASTRAY_RUNS; run += 1) {
      const seed = `${partOfCommit(SEEDS).from} ${run}`;
      const faults = await tryAstray(ECASH_CASES[name]!, chanceFrom(seed));
      failures.push(...faults.map((fault) => `${seed}: ${fault}`));
    }
    expect(failures).toEqual([]);
  });
});

type Naive = Outside & { readonly model: MintModel; readonly held: Map<string, number> };

/** A wallet without a journal: it lets go of what it spends, then asks, then keeps what comes. */
const naive: MoneyCase<Naive> = {
  async world() {
    const model = createMintModel();
    model.sign([{ b: 'bA/0000000000000000/0', amount: 16, keyset: '0000000000000000' }]);
    return {
      model,
      held: new Map([['yA/0000000000000000/0', 16]]),
      late: [],
      rotate: () => model.rotate(),
      jump: () => {},
    };
  },
  async scenario(life: MoneyLife, { model, held }) {
    const core = createModelCore(
      model,
      (name, act) => life.net(name, act),
      'A',
      () => 'random',
    );
    const { outputs } = await core.prepareOutputs({
      mint: MINT,
      unit: UNIT,
      keyset: '0000000000000000',
      counter: 100,
      keep: [8, 8],
    });
    await life.change('let go', async () => void held.delete('yA/0000000000000000/0'));
    const { proofs } = await core.swap({ mint: MINT, inputs: [proofOf(model, 'bA/0000000000000000/0')], outputs });
    await life.change('keep', async () => proofs.forEach(({ y, amount }) => held.set(y, amount)));
  },
  recovery: async () => {},
  async faults({ model, held }) {
    const lost = model.unspentOf('A').filter((y) => !held.has(y));
    return lost.map((y) => `${y} is lost`);
  },
};

describe('the harness', () => {
  it('finds what a wallet without a journal loses', async () => {
    const { failures, points } = await tryMoneyPoints(naive);
    expect(points).toBe(3);
    const places = new Set(failures.map((each) => each.split(':')[0]));
    expect([...places]).toEqual(
      expect.arrayContaining([
        'stops after 0 let go',
        'closes after 0 let go',
        'closes after 1 swap',
        'answer lost 1 swap',
        'truncated 1 swap',
        'full before 2 keep',
      ]),
    );
    expect(places).not.toContain('without a fault');
  });

  it('reads the books, not the wallet', async () => {
    const world = await ECASH_CASES['pay']!.world();
    expect(await worldFaults(world)).toEqual([]);
    world.model.sign([{ b: 'bA/0000000000000000/9', amount: 4, keyset: '0000000000000000' }]);
    takeToken(world, ['yA/0000000000000000/0']);
    expect(await worldFaults(world)).toEqual([
      '4 lost: yA/0000000000000000/9',
      'yA/0000000000000000/0 is spent and counted',
    ]);
  });
});
