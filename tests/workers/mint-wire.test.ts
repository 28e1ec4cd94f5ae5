import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeOffer } from '#devnet/lightning/offer.ts';
import { readMintQuote } from '#domain/ecash/mints/mint-answers.ts';
import { readMintInfo } from '#domain/ecash/mints/mint-info.ts';
import { coreWorld, testCore, type CoreWorld } from '#tests/support/core-world.ts';

type Asked = {
  readonly call: string;
  readonly type: string | null;
  readonly body: Record<string, unknown> | undefined;
  readonly answer: Record<string, unknown>;
};

let world: CoreWorld;
beforeEach(async () => {
  world = await coreWorld({ cacheSeconds: false });
});
afterEach(() => world.stop());

/** A core whose calls are written down; what `script` does not answer goes to the real mint. */
const recorded = async (script: (call: string, body: Record<string, unknown>) => unknown = () => undefined) => {
  const asked: Asked[] = [];
  const core = testCore({
    async fetch(input, init) {
      const call = `${init?.method} ${(input as string).slice(world.mint.url.length)}`;
      const body = init?.body === undefined ? undefined : (JSON.parse(init.body as string) as Record<string, unknown>);
      const scripted = script(call, body ?? {});
      const response = scripted === undefined ? await fetch(input, init) : Response.json(scripted);
      const answer = (await response.clone().json()) as Record<string, unknown>;
      asked.push({ call, type: new Headers(init?.headers).get('content-type'), body, answer });
      return response;
    },
  });
  await core.allow({ loopback: true });
  await core.open(world.made.wallet, world.made.key);
  return { core, asked, calls: () => asked.map(({ call }) => call) };
};

const INFO = {
  name: 'Tarn',
  pubkey: '02ab',
  version: 'tarn/1',
  description: 'short',
  description_long: 'long',
  contact: [{ method: 'email', info: 'a@b.example' }],
  motd: 'hello',
  nuts: {
    '4': { methods: [{ method: 'bolt11', unit: 'sat', min_amount: 1 }], disabled: false },
    '7': { supported: true },
  },
};

describe('what mints are asked', () => {
  it('[MINT-01] [MINT-04] [MINT-17] [MINT-19] [TOKEN-10] who they are and what they sign with, below their address', async () => {
    const { core, asked, calls } = await recorded();
    const facts = await core.loadMint(`${world.mint.url}/`);
    expect(calls().sort()).toEqual(['GET /v1/info', 'GET /v1/keys', 'GET /v1/keysets']);
    expect(asked.every(({ type }) => type === null)).toBe(true);
    const [keyset] = facts.keysets;
    expect(keyset).toMatchObject({ unit: 'sat', active: true, feePpk: 0, id: expect.any(String) });
    expect(keyset!.keys!['1']).toMatch(/^0[23][\da-f]{64}$/);
    await core.mintQuote({ mint: world.mint.url, unit: 'sat', amount: 1 });
    expect(asked.at(-1)).toMatchObject({ call: 'POST /v1/mint/quote/bolt11', type: 'application/json' });
  });

  it('[MINT-05] give all that they say of themselves', () => {
    expect(readMintInfo(INFO)).toMatchObject({
      name: 'Tarn',
      pubkey: '02ab',
      version: 'tarn/1',
      description: 'short',
      longDescription: 'long',
      contact: [{ method: 'email', info: 'a@b.example' }],
      motd: 'hello',
      nuts: [4, 7],
    });
  });

  it('[MINT-16] [PROOF-04] how proofs stand, a hundred at once', async () => {
    const ys = Array.from({ length: 250 }, (_, at) => `02${String(at).padStart(64, '0')}`);
    const { core, asked } = await recorded((call, { Ys }) =>
      call === 'POST /v1/checkstate' ? { states: (Ys as string[]).map((Y) => ({ Y, state: 'UNSPENT' })) } : undefined,
    );
    const states = await core.checkStates({ mint: world.mint.url, ys });
    expect(asked.map(({ body }) => (body!.Ys as string[]).length)).toEqual([100, 100, 50]);
    expect(Object.keys(states)).toEqual(ys);
    expect(states[ys[0]!]).toBe('UNSPENT');
  });

  it('[MINT-18] the keys of an old keyset, by an address that means nothing else', async () => {
    const old = { id: 'aB+/cDeFgHiJ', unit: 'sat', active: true, input_fee_ppk: 0 };
    const { core, calls } = await recorded((call) => {
      if (call === 'GET /v1/keysets') return { keysets: [old] };
      return call.startsWith('GET /v1/keys') ? { keysets: [] } : undefined;
    });
    await core.loadMint(world.mint.url).catch(() => {});
    expect(calls()).toContain('GET /v1/keys/aB-_cDeFgHiJ');
  });

  it('[MINT-26] keys, and are refused where these have no keysets, also when none are active', async () => {
    const resting = { id: '00aabbccddeeff00', unit: 'sat', active: false, input_fee_ppk: 0 };
    const answers: Record<string, unknown> = { 'GET /v1/keysets': { keysets: [resting] }, 'GET /v1/keys': {} };
    const { core } = await recorded((call) => answers[call]);
    await expect(core.loadMint(world.mint.url)).rejects.toMatchObject({ problem: { code: 'bad-response' } });
    answers['GET /v1/keys'] = { keysets: [] };
    expect((await core.loadMint(world.mint.url)).keysets).toHaveLength(1);
  });

  it('[TOKEN-08] [TOKEN-09] to sign blinded messages, and nothing more of them is told', async () => {
    const { core, asked } = await recorded();
    const { quote, request } = await core.mintQuote({ mint: world.mint.url, unit: 'sat', amount: 5 });
    world.ledger.pay('payer', request);
    await core.mint({ mint: world.mint.url, quote, outputs: await world.prepare({ keep: 5 }) });
    const { body, answer } = asked.find(({ call }) => call === 'POST /v1/mint/bolt11')!;
    const messages = body!.outputs as Record<string, unknown>[];
    expect(messages.map((message) => Object.keys(message).sort().join(' '))).toEqual(['B_ amount id', 'B_ amount id']);
    const [signature] = answer.signatures as Record<string, unknown>[];
    expect(signature).toMatchObject({
      id: messages[0]!.id,
      amount: 1,
      C_: expect.stringMatching(/^0[23][\da-f]{64}$/),
      dleq: { e: expect.any(String), s: expect.any(String) },
    });
  });

  it('[MINT-07] [DEPOSIT-01] for an invoice, with what is to stand on it, and locked where that is wanted', async () => {
    const { core, asked } = await recorded();
    const wish = { mint: world.mint.url, unit: 'sat', amount: 8 };
    await core.mintQuote(wish);
    expect(asked.at(-1)!.body).toEqual({ unit: 'sat', amount: 8 });
    const { pubkey } = await core.mintQuote({ ...wish, description: 'tea', locked: true });
    expect(pubkey).toMatch(/^0[23][\da-f]{64}$/);
    expect(asked.at(-1)!.body).toEqual({ unit: 'sat', amount: 8, description: 'tea', pubkey });
    const told = { quote: 'q', request: 'lnbc', amount: 8, unit: 'sat', state: 'UNPAID', pubkey, description: 'tea' };
    expect(readMintQuote(told, 'bolt11', 'sat')).toMatchObject(told);
  });

  it('for no invoice while they say that they take no deposits, which is asked for once more', async () => {
    let disabled = true;
    const nuts = () => ({ 4: { methods: [{ method: 'bolt11', unit: 'sat' }], disabled } });
    const { core, calls } = await recorded((call) =>
      call === 'GET /v1/info' ? { name: 'Tarn', nuts: nuts() } : undefined,
    );
    const wish = { mint: world.mint.url, unit: 'sat', amount: 8 };
    await core.loadMint(world.mint.url);
    const refused = { code: 'mint-refused', number: 20_003 };
    await expect(core.mintQuote(wish)).rejects.toMatchObject({ problem: refused });
    expect(calls()).not.toContain('POST /v1/mint/quote/bolt11');
    disabled = false;
    expect(await core.mintQuote(wish)).toMatchObject({ amount: 8 });
  });

  it('[MINT-09] [MINT-13] [MINT-14] for offers and for paying them, where they have those', async () => {
    const offer = writeOffer({ issuer: `02${'a'.repeat(64)}`, metadata: '01' });
    const made = { quote: 'q1', request: offer, unit: 'sat', amount: null, amount_paid: 0, amount_issued: 0 };
    const paying = {
      quote: 'q2',
      request: offer,
      unit: 'sat',
      amount: 7,
      fee_reserve: 1,
      state: 'UNPAID',
      expiry: null,
    };
    const { core, asked } = await recorded((call, { pubkey }) => {
      if (call === 'GET /v1/info') return { ...INFO, nuts: { ...INFO.nuts, '20': { supported: true } } };
      if (call.includes('/mint/quote/bolt12')) return { ...made, pubkey: pubkey ?? '02ab' };
      return call.includes('/melt/quote/bolt12') ? paying : undefined;
    });
    const at = { mint: world.mint.url, unit: 'sat', method: 'bolt12' } as const;
    expect(await core.mintQuote(at)).toMatchObject({ quote: 'q1', request: offer, lockKey: expect.any(Object) });
    expect(asked.at(-1)).toMatchObject({
      call: 'POST /v1/mint/quote/bolt12',
      body: { unit: 'sat', pubkey: expect.stringMatching(/^0[23]/) },
    });
    expect(await core.checkMintQuote({ ...at, quote: 'q1' })).toMatchObject({ paid: 0, issued: 0 });
    expect(asked.at(-1)!.call).toBe('GET /v1/mint/quote/bolt12/q1');
    await core.meltQuote({ ...at, invoice: offer, amountMsat: 7_000 });
    expect(asked.at(-1)).toMatchObject({
      call: 'POST /v1/melt/quote/bolt12',
      body: { unit: 'sat', request: offer, options: { amountless: { amount_msat: 7_000 } } },
    });
    expect((await core.checkMeltQuote({ ...at, quote: 'q2' })).state).toBe('UNPAID');
    expect(asked.at(-1)!.call).toBe('GET /v1/melt/quote/bolt12/q2');
  });
});
