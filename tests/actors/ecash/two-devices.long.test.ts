import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginDeposit, beginMelt, beginReceive, beginReclaim, beginSend } from '#actors/ecash/operations/begin.ts';
import { isOut } from '#domain/ecash/ledger/operation.ts';
import { createPlace, openDevice, pass, randomBy, type Device } from '#tests/support/devices.ts';
import { MINT, proofOf, UNIT } from '#tests/support/mint-model.ts';

const AT = { mint: MINT, unit: UNIT };
const KEYSET = '0000000000000000';
/** ms of fake time within which the devices must agree once nothing happens any more */
const AGREED_MS = 10_000;

beforeEach(() => void vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const run = async ({ seed, words, rounds }: { seed: number; words: readonly string[]; rounds: number }) => {
  const random = randomBy(seed);
  const place = createPlace(random);
  const { model } = place;
  const devices = await Promise.all(words.map((each) => openDevice(place, { seed: each, random, leads: true })));
  const strangers: string[] = [];
  let made = 0;
  const stranger = (amount: number) => {
    const b = `bS/${KEYSET}/${(made += 1)}`;
    model.sign([{ b, amount, keyset: KEYSET }]);
    return proofOf(model, b);
  };
  const takeAll = (ys: readonly string[]) => {
    const free = ys.filter((y) => model.stateOf(y) === 'UNSPENT');
    if (free.length === 0) return;
    const b = `bT/${KEYSET}/${strangers.push(free.join())}`;
    const amount = free.reduce((sum, y) => sum + model.signed.get(y.replace('y', 'b'))!.amount, 0);
    model.swap(free, [
      { role: 'keep', keyset: KEYSET, amounts: [amount], b: [b], sealed: { ivB64: '', ciphertextB64: '' } },
    ]);
  };
  const outOf = async ({ ledger }: Device) => {
    const open = (await ledger.operations()).filter(isOut);
    return await Promise.all(
      open.map(async ({ id }) => ({
        id,
        ys: (await ledger.proofsOf(id)).filter(({ state }) => state === 'out').map(({ y }) => y),
      })),
    );
  };
  const act = async (device: Device) => {
    const { deps, engine } = device;
    const which = Math.floor(random() * 6);
    const amount = 1 + Math.floor(random() * 9);
    const lead = async (id: string | undefined) => {
      if (id !== undefined) await engine.advance(id, 'fresh');
    };
    const [token] = await outOf(device);
    if (which === 0) await lead(await beginReceive(deps, { ...AT, proofs: [stranger(32), stranger(4)] }));
    else if (which <= 2) await lead(await beginSend(deps, { ...AT, amount }));
    else if (which === 3 && token) takeAll(token.ys);
    else if (which === 4 && token) {
      if (await beginReclaim(deps, token.id)) await lead(token.id);
    } else if (which === 5) {
      const quote = await deps.core.meltQuote({ ...AT, invoice: `${amount} x` });
      const kept = { id: quote.quote, invoice: quote.request, amount, reserve: quote.feeReserve };
      await lead(await beginMelt(deps, { ...AT, quote: kept }));
    } else {
      const id = await beginDeposit(deps, { ...AT, amount: 16 });
      model.pay((await deps.ledger.operation(id))!.quote!.id);
      await lead(id);
    }
  };
  const refusals: string[] = [];
  const attempt = (device: Device) =>
    act(device).catch(
      (error: unknown) => void refusals.push((error as { problem?: { code: string } }).problem?.code ?? String(error)),
    );
  await pass(1_000);
  for (let round = 0; round < rounds; round += 1) {
    const acting = devices.filter(() => random() < 0.7).map(attempt);
    await pass(200 + random() * 1_500);
    const ended = { all: false };
    void Promise.all(acting).then(() => (ended.all = true));
    for (let waited = 0; !ended.all && waited < 100; waited += 1) await pass(100);
    expect(ended.all).toBe(true);
  }
  // nothing is under way any more: who has a token takes it, what hangs comes to its end
  for (const device of devices) for (const { ys } of await outOf(device)) takeAll(ys);
  for (const device of devices)
    for (const { id } of await device.ledger.operations()) {
      const leading = device.engine.advance(id);
      await pass(2_000);
      await leading;
    }
  await pass(AGREED_MS);
  return { place, devices, refusals };
};

const unspentOf = ({ place, devices }: Awaited<ReturnType<typeof run>>) =>
  [...new Set(devices.map(({ seed }) => seed))].flatMap((seed) => place.model.unspentOf(seed)).sort();

describe(
  'two devices of one account over three relays, one of which drops, one replays and one lies',
  { timeout: 120_000 },
  () => {
    const check = async (plan: Parameters<typeof run>[0]) => {
      const world = await run(plan);
      const books = unspentOf(world);
      for (const device of world.devices) {
        const mine = (await device.free()).map(({ y }) => y).sort();
        expect(mine, `${device.seed}, seed ${plan.seed}`).toEqual(books);
        expect(device.broken).toEqual([]);
        expect(await device.ledger.operations()).toEqual([]);
      }
      expect(books.length).toBeGreaterThan(0);
      for (const device of world.devices) device.end();
      return world;
    };

    it.each([1, 2, 103])(
      '[WEV-08] [WEV-01] agree with the books of the mint, with words of their own (seed %i)',
      async (seed) => {
        await check({ seed, words: ['A', 'D'], rounds: 14 });
      },
    );

    it.each([4, 54, 341])(
      '[WEV-08] [WEV-01] agree with the books of the mint, with the same words (seed %i)',
      async (seed) => {
        await check({ seed, words: ['A', 'A'], rounds: 14 });
      },
    );
  },
);
