import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eachBy, verifyFrames, type Signed } from '#domain/protocol/verify-frame.ts';
import { BATCH_LEAST, BATCH_MOST, instantiateChecks, WARY_BATCHES } from '#workers/verify-wasm.ts';
import { nobleCheck } from '#workers/verify-noble.ts';
import { createWorld } from '#devnet/content/world.ts';
import { randomBy } from '../support/devices.ts';
import { BREAKS, createBatches } from '../support/signatures.ts';

const NOW = 1_790_000_000;
const wasm = readFileSync(new URL('../../src/workers/secp256k1/secp256k1.wasm', import.meta.url));
const module = await WebAssembly.compile(wasm);

/** The checks, and how often a whole batch and how often one signature was proven; `lies` of `all` when it is said so. */
const counted = async (all?: () => number) => {
  const calls = { all: 0, one: 0, check: 0 };
  const real = WebAssembly.instantiate;
  const spied = vi.spyOn(WebAssembly, 'instantiate').mockImplementationOnce((async (given: WebAssembly.Module) => {
    const { exports } = await real(given);
    const counting = Object.fromEntries(
      (['all', 'one', 'check'] as const).map((name) => {
        const act = (name === 'all' && all) || (exports[name] as (given?: number) => number);
        return [name, (at?: number) => ((calls[name] += 1), act(at))];
      }),
    );
    return { exports: { ...exports, ...counting } };
  }) as never);
  const checks = await instantiateChecks(module);
  spied.mockRestore();
  return { ...checks, calls };
};

const judged = (signed: Signed) => {
  try {
    return nobleCheck(...signed);
  } catch {
    return false;
  }
};

const oneOf = (name: string, length: number) => {
  const random = randomBy(length);
  const { signed } = createBatches(name, random)(length);
  const broken = BREAKS.find(([way]) => way === name)?.[1] ?? ((whole: Signed) => whole);
  return { signed, broken: (at: number) => signed.with(at, broken(signed[at]!, signed.at(at - 1)!, random)) };
};

afterEach(() => vi.restoreAllMocks());

describe('many signatures at once', () => {
  it('are judged as @noble/curves judges them one by one: whole, broken in every way, and in pairs', async () => {
    const next = createBatches('a seed', randomBy(20_261_123));
    let broken = 0;
    for (let round = 0; round < 6; round += 1) {
      const batch = next(BATCH_LEAST + round * 7);
      const { checkAll, calls } = await counted();
      const answers = checkAll(batch.signed);
      expect(answers).toEqual(batch.signed.map(judged));
      expect(answers.filter((isRight) => !isRight)).toHaveLength(batch.broken);
      expect(calls.all).toBe(1);
      broken += batch.broken;
    }
    expect(broken).toBeGreaterThan(100);
  }, 30_000);

  it.each(BREAKS.map(([name]) => name))(
    'find the one with %s, wherever it stands, and keep the others',
    async (name) => {
      const { broken } = oneOf(name, BATCH_LEAST);
      for (const at of [0, 11, BATCH_LEAST - 1]) {
        const { checkAll } = await instantiateChecks(module);
        expect(checkAll(broken(at))).toEqual(Array.from({ length: BATCH_LEAST }, (_, place) => place !== at));
      }
    },
  );

  it('cost one proof, each of them by another author, too', async () => {
    const { checkAll, calls } = await counted();
    const crowd = Array.from(
      { length: BATCH_MOST },
      (_, at) => createBatches(`author ${at}`, () => 0, 1)(1).signed[0]!,
    );
    expect(new Set(crowd.map(([, , key]) => key)).size).toBe(BATCH_MOST);
    expect(checkAll(crowd).every(Boolean)).toBe(true);
    expect(calls).toEqual({ all: 1, one: 0, check: 0 });
  });

  it('are more than one batch where they are too many, and one by one where they are few', async () => {
    const { checkAll, calls } = await counted();
    const { signed } = oneOf('whole', BATCH_MOST + BATCH_LEAST - 1);
    expect(checkAll(signed)).toEqual(signed.map(() => true));
    expect(calls).toEqual({ all: 1, one: 0, check: BATCH_LEAST - 1 });
    expect(checkAll([])).toEqual([]);
  });

  it('are asked one by one of a batch that does not hold, and in the batches after it', async () => {
    const { checkAll, calls } = await counted();
    const { signed, broken } = oneOf('minus s', BATCH_LEAST);
    checkAll(broken(3));
    expect(calls).toEqual({ all: 1, one: BATCH_LEAST, check: 0 });
    for (let wary = 0; wary < WARY_BATCHES; wary += 1) expect(checkAll(broken(3))[3]).toBe(false);
    expect(calls).toEqual({ all: 1, one: BATCH_LEAST, check: WARY_BATCHES * BATCH_LEAST });
    expect(checkAll(signed).every(Boolean)).toBe(true);
    expect(calls.all).toBe(2);
  });

  it('are right also when the proof of the whole says nothing', async () => {
    const { checkAll } = await counted(() => 0);
    const { broken } = oneOf('the R of another', BATCH_LEAST);
    expect(checkAll(broken(5))).toEqual(Array.from({ length: BATCH_LEAST }, (_, place) => place !== 5));
  });

  it('get fresh chance for each batch', async () => {
    const { checkAll } = await instantiateChecks(module);
    const { signed } = oneOf('whole', BATCH_LEAST);
    const fresh = vi.spyOn(crypto, 'getRandomValues');
    const drawn = [checkAll(signed), checkAll(signed)].map((_, at) => fresh.mock.calls[at]?.[0]);
    expect(fresh).toHaveBeenCalledTimes(2);
    expect(drawn.every((bytes) => bytes?.byteLength === 32)).toBe(true);
  });
});

describe('frames that are checked together', () => {
  it('keep their places; a zap receipt needs both of its signatures', async () => {
    const world = createWorld({ seed: 'batch', people: 6, mediaUrl: 'http://127.0.0.1:4', relayUrls: [] }, 'all');
    const author = world.member('lena');
    const note = (content: string) => world.post(author, { kind: 1, at: NOW - 60, content });
    const request = note('no request');
    const receipt = world.post(author, {
      kind: 9735,
      at: NOW,
      content: '',
      tags: [['description', JSON.stringify(request)]],
    });
    const events = [...Array.from({ length: BATCH_LEAST }, (_, at) => note(`note ${at}`)), receipt, note('the last')];
    const frames = events.map((event) => JSON.stringify(['EVENT', 's', event]));
    const { checkAll } = await instantiateChecks(module);
    const ids = (given: readonly string[], check = checkAll) =>
      verifyFrames(given, NOW, check).map((event) => event?.id);
    const expected = events.map(({ id }) => (id === receipt.id ? undefined : id));
    expect(ids(frames)).toEqual(expected);
    expect(ids(frames, eachBy(nobleCheck))).toEqual(expected);
    expect(ids(frames.with(2, 'nonsense'))).toEqual(expected.with(2, undefined));
    expect(ids([])).toEqual([]);
  });
});
