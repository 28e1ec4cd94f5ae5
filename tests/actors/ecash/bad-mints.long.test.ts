import { IDBFactory } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { beginDeposit, beginMelt, beginReceive, beginSend } from '#actors/ecash/operations/begin.ts';
import { beginRestore } from '#actors/ecash/operations/restoring.ts';
import { CHANGE_LATE_MS } from '#domain/ecash/ecash-limits.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { wordsFor } from '#ui/texts/say.ts';
import {
  createMintedWorld,
  mintedFaults,
  openAtMint,
  openPlace,
  type MintedWorld,
} from '#tests/support/ecash-at-mint.ts';
import type { OpenWallet } from '#tests/support/ecash-world.ts';
import { openMoneyLife } from '#tests/support/money-points.ts';

const UNIT = 'sat';

let place: Awaited<ReturnType<typeof openPlace>>;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.mint.stop());
afterEach(() => place.mint.faults.clear());

const at = () => ({ mint: place.mint.url, unit: UNIT });

const filled = async (amount: number, where = place) => {
  const world = await createMintedWorld(where);
  const wallet = await openAtMint(world, openMoneyLife());
  const id = await beginDeposit(wallet.deps, { mint: where.mint.url, unit: UNIT, amount });
  where.lightning.pay('payer', (await wallet.ledger.operation(id))!.quote!.invoice);
  await wallet.engine.advance(id, 'fresh');
  expect(sumOf(await wallet.ledger.proofs())).toBe(amount);
  return { world, wallet };
};

const available = async ({ ledger }: OpenWallet) =>
  sumOf((await ledger.proofs()).filter(({ state }) => state === 'available'));

/** What the record says went wrong, in words. */
const trouble = async ({ ledger }: OpenWallet, id: string): Promise<string | undefined> => {
  const problem = (await ledger.operation(id))?.trouble as EcashProblem | undefined;
  return problem && wordsFor(ecashProblems, problem);
};

const advanced = async ({ engine }: OpenWallet, id: string) => {
  for (let round = 0; round < 3; round += 1) await engine.advance(id);
};

const SIGNED_WRONG = 'What the mint signed is not what it was asked for. Its ecash was not accepted.';
const MANY = 1_000;

/** Of what it signed the last is not proven. */
const LAST_WRONG = (answer: unknown) => {
  const last = (list: readonly object[]) =>
    list.map((each, index) =>
      index === list.length - 1 ? { ...each, dleq: { e: '11'.repeat(32), s: '22'.repeat(32) } } : each,
    );
  const { change, signatures, ...rest } = answer as { change?: readonly object[]; signatures?: readonly object[] };
  return { ...rest, ...(change && { change: last(change) }), ...(signatures && { signatures: last(signatures) }) };
};

/** What the words of a wallet have, on a device that has nothing else. */
const onAnotherDevice = async (world: MintedWorld) => {
  const second = { ...world, factory: new IDBFactory() };
  const wallet = await openAtMint(second, openMoneyLife());
  const scan = async () => {
    const id = await beginRestore(wallet.deps, at());
    return (await wallet.engine.advance(id, 'fresh')).type;
  };
  return { second, wallet, scan };
};

describe('a mint that answers badly', () => {
  const BADLY = [
    ['signature missing', 'bad response'],
    ['signature too many', 'bad response'],
    ['truncated', 'bad response'],
    ['wrong dleq', SIGNED_WRONG],
    ['other keyset', SIGNED_WRONG],
  ] as const;

  it.each(BADLY)(
    'for long, to a deposit that is paid, with: %s. Nothing is lost once it is honest',
    async (type, words) => {
      const world = await createMintedWorld(place);
      const wallet = await openAtMint(world, openMoneyLife());
      const id = await beginDeposit(wallet.deps, { ...at(), amount: 16 });
      place.lightning.pay('payer', (await wallet.ledger.operation(id))!.quote!.invoice);
      const bad = { fault: { type }, times: MANY };
      place.mint.faults.script({ on: 'mint', ...bad }, { on: 'restore', ...bad });
      await wallet.engine.advance(id, 'fresh');
      await wallet.engine.advance(id);
      // what is cut short is its refusal of the newer signature of a quote
      expect(await trouble(wallet, id)).toBe(type === 'truncated' ? 'HTTP request failed (400)' : words);
      expect(await available(wallet)).toBe(0);
      place.mint.faults.clear();
      await advanced(wallet, id);
      expect(await available(wallet)).toBe(16);
      expect(await mintedFaults(world)).toEqual([]);
    },
  );

  it.each(BADLY)('for long, to who takes a token, with: %s. Nothing is lost once it is honest', async (type, words) => {
    const { world: theirs, wallet: giver } = await filled(8);
    const sent = await beginSend(giver.deps, { ...at(), amount: 8 });
    const text = await theirs.core.writeToken({ proofs: await giver.ledger.proofsOf(sent) });
    const world = await createMintedWorld(place);
    const wallet = await openAtMint(world, openMoneyLife());
    const id = await beginReceive(wallet.deps, { ...at(), proofs: (await world.core.readToken(text)).proofs });
    const bad = { fault: { type }, times: MANY };
    place.mint.faults.script({ on: 'swap', ...bad }, { on: 'restore', ...bad });
    await wallet.engine.advance(id, 'fresh');
    await wallet.engine.advance(id);
    expect(await trouble(wallet, id)).toBe(words);
    place.mint.faults.clear();
    await advanced(wallet, id);
    expect(await available(wallet)).toBe(8);
  });

  it.each(BADLY)(
    'for long, with: %s. The record says so, and nothing is lost once it is honest',
    async (type, words) => {
      const { world, wallet } = await filled(16);
      const id = await beginSend(wallet.deps, { ...at(), amount: 5 });
      const bad = { fault: { type }, times: MANY };
      place.mint.faults.script({ on: 'swap', ...bad }, { on: 'restore', ...bad });
      await wallet.engine.advance(id, 'fresh');
      await wallet.engine.advance(id);
      expect(await trouble(wallet, id)).toBe(words);
      expect(sumOf((await wallet.ledger.proofs()).filter(({ state }) => state !== 'spent'))).toBe(16);
      place.mint.faults.clear();
      await advanced(wallet, id);
      expect(await available(wallet)).toBe(11);
      expect(await mintedFaults(world)).toEqual([]);
    },
  );

  it('that proves nothing of what it signs (NUT-12): by asking for it again it is had all the same', async () => {
    const bad = { fault: { type: 'no dleq' }, times: MANY } as const;
    place.mint.faults.script({ on: 'mint', ...bad }, { on: 'swap', ...bad }, { on: 'restore', ...bad });
    const { world, wallet } = await filled(16);
    const id = await beginSend(wallet.deps, { ...at(), amount: 5 });
    await wallet.engine.advance(id, 'fresh');
    expect(await available(wallet)).toBe(11);
    expect(await mintedFaults(world)).toEqual([]);
  });

  it('to who asks for it again, with one signature that is wrong: it is waited for, and nothing is given up', async () => {
    const { world, wallet } = await filled(16);
    const id = await beginSend(wallet.deps, { ...at(), amount: 5 });
    const bad = { fault: { type: 'answer', change: LAST_WRONG }, times: MANY } as const;
    place.mint.faults.script({ on: 'swap', ...bad }, { on: 'restore', ...bad });
    await wallet.engine.advance(id, 'fresh');
    await wallet.engine.advance(id);
    expect(await trouble(wallet, id)).toBe(SIGNED_WRONG);
    place.mint.faults.clear();
    await advanced(wallet, id);
    expect(await available(wallet)).toBe(11);
    expect(await mintedFaults(world)).toEqual([]);
  });

  it('by asking for fewer requests, over and over: it is asked later, and nothing is lost', async () => {
    const { world, wallet } = await filled(16);
    const id = await beginSend(wallet.deps, { ...at(), amount: 5 });
    const fault = { type: 'status', status: 429, retryAfter: '30' } as const;
    for (const on of ['swap', 'restore', 'checkstate'] as const) place.mint.faults.script({ on, fault, times: MANY });
    expect(await wallet.engine.advance(id, 'fresh')).toEqual({ type: 'waits', for: 'mint', afterMs: 30_000 });
    expect(await trouble(wallet, id)).toBe(
      'The mint gets too many requests at the moment (rate limit). Give it a little time.',
    );
    place.mint.faults.clear();
    await advanced(wallet, id);
    expect(await available(wallet)).toBe(11);
    expect(await mintedFaults(world)).toEqual([]);
  });
});

describe('the change of a payment', () => {
  const FAULTS = ['signature missing', 'signature too many', 'wrong dleq', 'no dleq', 'other keyset'] as const;
  const SWAPPED = (answer: unknown) => {
    const { change, ...rest } = answer as { change?: readonly { dleq?: unknown }[] };
    return { ...rest, ...(change && { change: [{ ...change[0], dleq: change[1]!.dleq }, ...change.slice(1)] }) };
  };

  const paying = async (wallet: OpenWallet) => {
    const { text } = place.lightning.invoice({ payee: 'shop', msats: 10_000 });
    const { quote: id, amount, feeReserve: reserve } = await wallet.deps.core.meltQuote({ ...at(), invoice: text });
    return await beginMelt(wallet.deps, { ...at(), quote: { id, invoice: text, amount, reserve } });
  };
  /** what Lightning costs at this mint */
  const FEE = 1;

  it.each([
    ...FAULTS.map((type) => [type, { type }] as const),
    ['one signature that is not proven', { type: 'answer', change: SWAPPED }] as const,
  ])('comes back whole, whatever the first answers bring: %s', async (_, fault) => {
    const { world, wallet } = await filled(64);
    const id = await paying(wallet);
    place.mint.faults.script({ on: 'melt', fault }, { on: 'check melt quote', fault, times: MANY });
    await wallet.engine.advance(id, 'fresh');
    await advanced(wallet, id);
    expect((await wallet.ledger.operation(id))?.phase).toBe('committed');
    expect(await available(wallet)).toBe(64 - 10 - FEE);
    expect(await mintedFaults(world)).toEqual([]);
    place.mint.faults.clear();
  });

  it('comes back but for what is never signed as it must be: the payment is made', async () => {
    const { world, wallet } = await filled(64);
    const id = await paying(wallet);
    const bad = { fault: { type: 'answer', change: LAST_WRONG }, times: MANY } as const;
    place.mint.faults.script({ on: 'melt', ...bad }, { on: 'check melt quote', ...bad }, { on: 'restore', ...bad });
    await wallet.engine.advance(id, 'fresh');
    // it is paid, and what is missing may still be signed
    expect(await wallet.ledger.operation(id)).toMatchObject({
      phase: 'unknown',
      preimage: expect.any(String) as string,
    });
    world.jump(CHANGE_LATE_MS);
    await wallet.engine.advance(id);
    expect((await wallet.ledger.operation(id))?.phase).toBe('committed');
    const back = 64 - 10 - FEE;
    expect(await available(wallet)).toBeGreaterThan(0);
    expect(await available(wallet)).toBeLessThan(back);
    place.mint.faults.clear();
    // the words have it still
    await wallet.engine.advance(await beginRestore(wallet.deps, at()), 'fresh');
    expect(await available(wallet)).toBe(back);
    expect(await mintedFaults(world)).toEqual([]);
  });
});

describe('the change of a payment whose answer is lost, at a mint that signs it after it calls that paid', () => {
  const unsigned = (answer: unknown) => ({ ...(answer as object), change: null });
  const nothing = () => ({ outputs: [], signatures: [] });

  const paidWithout = async (restores: number) => {
    const { world, wallet } = await filled(64);
    const { text } = place.lightning.invoice({ payee: 'shop', msats: 10_000 });
    const { quote, amount, feeReserve: reserve } = await wallet.deps.core.meltQuote({ ...at(), invoice: text });
    const id = await beginMelt(wallet.deps, { ...at(), quote: { id: quote, invoice: text, amount, reserve } });
    place.mint.faults.script(
      { on: 'melt', fault: { type: 'answer dropped' } },
      { on: 'check melt quote', fault: { type: 'answer', change: unsigned }, times: MANY },
      { on: 'restore', fault: { type: 'answer', change: nothing }, times: restores },
    );
    await wallet.engine.advance(id, 'fresh');
    await wallet.engine.advance(id);
    const record = () => wallet.ledger.operation(id);
    expect(await record()).toMatchObject({ phase: 'unknown', preimage: expect.any(String) as string });
    return { world, wallet, id, record };
  };

  it('[MELT-08] comes back once it is signed', async () => {
    const { world, wallet, id, record } = await paidWithout(2);
    await wallet.engine.advance(id);
    expect((await record())?.phase).toBe('committed');
    expect(await available(wallet)).toBe(64 - 10 - 1);
    expect(await mintedFaults(world)).toEqual([]);
  });

  it('[MELT-08] [PROOF-11] is given up where it is never signed, and it is said how much that is', async () => {
    const { world, wallet, id, record } = await paidWithout(MANY);
    world.jump(CHANGE_LATE_MS / 2);
    await wallet.engine.advance(id);
    expect((await record())?.phase).toBe('unknown');
    world.jump(CHANGE_LATE_MS / 2);
    await wallet.engine.advance(id);
    expect((await record())?.phase).toBe('committed');
    expect(await available(wallet)).toBe(0);
    const row = (await wallet.ledger.history()).find(({ operation }) => operation === id);
    expect(row).toMatchObject({ fee: 54, surplus: -52 });
  });
});

describe('a device whose words another one used further', () => {
  it('[WEV-08] pays at the first try, behind forty numbers that are signed already, and takes in what it finds', async () => {
    const { world, wallet: ahead } = await filled(64);
    const { wallet, scan } = await onAnotherDevice(world);
    expect(await scan()).toBe('over');
    for (let round = 0; round < 5; round += 1) {
      const id = await beginDeposit(ahead.deps, { ...at(), amount: 255 });
      place.lightning.pay('payer', (await ahead.ledger.operation(id))!.quote!.invoice);
      await ahead.engine.advance(id, 'fresh');
    }
    expect(await available(ahead)).toBe(64 + 5 * 255);
    const { text } = place.lightning.invoice({ payee: 'shop', msats: 10_000 });
    const { quote, amount, feeReserve: reserve } = await wallet.deps.core.meltQuote({ ...at(), invoice: text });
    const id = await beginMelt(wallet.deps, { ...at(), quote: { id: quote, invoice: text, amount, reserve } });
    await wallet.engine.advance(id, 'fresh');
    expect((await wallet.ledger.operation(id))?.phase).toBe('committed');
    expect(place.lightning.find(text)?.settled).toBeDefined();
    expect(await scan()).toBe('over');
    expect(await available(wallet)).toBe(64 - 10 - 1 + 5 * 255);
  });
});

describe('what the words have', () => {
  const scanned = async (change: (answer: unknown) => unknown) => {
    const { world } = await filled(15);
    const { second, wallet, scan } = await onAnotherDevice(world);
    place.mint.faults.script({ on: 'restore', fault: { type: 'answer', change }, times: MANY });
    expect(await scan()).toBe('over');
    const found = await wallet.ledger.proofs();
    return { second, wallet, scan, found };
  };
  const first = (change: (signature: object) => unknown) => (answer: unknown) => {
    const { signatures, ...rest } = answer as { signatures: readonly object[] };
    return { ...rest, signatures: signatures.map((each, index) => (index === 0 ? change(each) : each)) };
  };

  it('[TOKEN-23] is found also where the mint proves nothing of it (NUT-09 promises no proof)', async () => {
    const { second, found } = await scanned(first((signature) => ({ ...signature, dleq: undefined })));
    expect(sumOf(found)).toBe(15);
    expect(await mintedFaults(second)).toEqual([]);
  });

  it.each([
    ['is not proven', first((signature) => ({ ...signature, dleq: { e: '11'.repeat(32), s: '22'.repeat(32) } }))],
    ['cannot be read', first(() => null)],
    ['is not proven, the last one', LAST_WRONG],
  ] as const)('[TOKEN-23] is found but for one that %s; that is found once the mint is honest', async (_, change) => {
    const { second, wallet, scan, found } = await scanned(change);
    expect(found).toHaveLength(3);
    // no number is used again
    expect(await wallet.ledger.counter(place.mint.url, found[0]!.keyset)).toBe(4);
    place.mint.faults.clear();
    expect(await scan()).toBe('over');
    expect(sumOf(await wallet.ledger.proofs())).toBe(15);
    expect(await mintedFaults(second)).toEqual([]);
  });
});

describe('a mint that refuses a token', () => {
  it('is quoted by the history, and the token is as it was', async () => {
    const { world: theirs, wallet: giver } = await filled(8);
    const sent = await beginSend(giver.deps, { ...at(), amount: 8 });
    const text = await theirs.core.writeToken({ proofs: await giver.ledger.proofsOf(sent) });
    const world = await createMintedWorld(place);
    const wallet = await openAtMint(world, openMoneyLife());
    const read = async () => (await world.core.readToken(text)).proofs;
    place.mint.faults.script({ on: 'swap', fault: { type: 'refused', code: 12_003 }, times: MANY });
    const refused = await beginReceive(wallet.deps, { ...at(), proofs: await read() });
    await wallet.engine.advance(refused, 'fresh');
    await advanced(wallet, refused);
    const row = (await wallet.ledger.history()).find(({ operation }) => operation === refused);
    expect(row).toMatchObject({ outcome: 'not done', why: { code: 'mint-refused', number: 12_003 } });
    place.mint.faults.clear();
    const taken = await beginReceive(wallet.deps, { ...at(), proofs: await read() });
    await wallet.engine.advance(taken, 'fresh');
    expect(await available(wallet)).toBe(8);
  });
});

describe('a mint that takes 10,000 per thousand', () => {
  it('takes nothing of what is not worth it: that is said before anything is written down', async () => {
    const dear = await openPlace({ keysets: [{ version: '00', fee: 10_000 }] });
    try {
      const { wallet } = await filled(16, dear);
      const there = { mint: dear.mint.url, unit: UNIT };
      await expect(beginSend(wallet.deps, { ...there, amount: 7 })).rejects.toMatchObject({
        problem: { code: 'funds-swap' },
      });
      expect(await wallet.ledger.operations()).toEqual([]);
      expect(await available(wallet)).toBe(16);
    } finally {
      await dear.mint.stop();
    }
  });
});
