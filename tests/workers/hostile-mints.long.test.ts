import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { startMint } from '#devnet/mint/mint.ts';
import { KEYSETS_MAX } from '#domain/ecash/ecash-limits.ts';
import { busyOf, EcashError, ecashProblemOf, isPassing, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { chooseKeyset } from '#domain/ecash/proofs/choose-keyset.ts';
import { fullId } from '#domain/ecash/mints/keyset.ts';
import { readMintQuote } from '#domain/ecash/mints/mint-answers.ts';
import { isMintFailure } from '#domain/ecash/mints/mint-tally.ts';
import { coreWorld, testCore, type CoreWorld } from '#tests/support/core-world.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { wordsFor } from '#ui/texts/say.ts';

const problem = async (act: Promise<unknown>): Promise<EcashProblem | undefined> => {
  try {
    await act;
    return undefined;
  } catch (error) {
    return ecashProblemOf(error);
  }
};
const said = (found: EcashProblem | undefined) => found && wordsFor(ecashProblems, found);

let world: CoreWorld;
beforeEach(async () => {
  world = await coreWorld({ cacheSeconds: false });
});
afterEach(() => world.stop());

type Json = Record<string, unknown>;
type Tamper = (json: Json, path: string) => unknown;

/** The real mint, whose answers are changed on their way. */
const tampered = async (change: Tamper) => {
  const core = testCore({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const json = (await response.json()) as Json;
      const changed = change(json, new URL(input as string).pathname);
      const body = typeof changed === 'string' ? changed : JSON.stringify(changed);
      return new Response(body, { status: response.status });
    },
  });
  await core.allow({ loopback: true });
  return core;
};

/** A mint that answers everything with the same. */
const answering = async (make: () => Response | Promise<Response>) => {
  const core = testCore({ fetch: async () => make() });
  await core.allow({ loopback: true });
  return core;
};

type Row = { id: string; unit: string; active: boolean; keys?: Record<string, string> } & Json;
const rows = (json: Json) => json.keysets as Row[];
const inKeysets =
  (change: (rows: Row[], path: string) => unknown): Tamper =>
  (json, path) =>
    path.startsWith('/v1/key') ? { ...json, keysets: change(rows(json), path) } : json;

describe('the address of a mint', () => {
  it.each([
    ['http://mint.example', 'mint-insecure'],
    ['ftp://mint.example', 'mint-url'],
    ['mint', 'mint-url'],
    ['', 'mint-url'],
    ['https://127.0.0.1', 'mint-url'],
    ['http://127.0.0.1:3338', 'mint-insecure'],
    ['https://192.168.1.7', 'mint-url'],
    ['https://mint.local', 'mint-url'],
    ['https://[::1]', 'mint-url'],
    ['https://0x7f.1', 'mint-url'],
    ['https://a:b@mint.example', 'mint-url'],
    ['https://mint.example?x=1', 'mint-url'],
    ['https://mint.example#x', 'mint-url'],
    [`https://mint.example/${'x'.repeat(600)}`, 'mint-url'],
  ])('%s is refused', async (url, code) => {
    const core = testCore({ fetch: async () => expect.unreachable() });
    expect((await problem(core.loadMint(url)))?.code).toBe(code);
  });

  it('is asked without slashes at its end, with its path', async () => {
    const asked: string[] = [];
    const core = testCore({
      fetch: async (input) => {
        asked.push(input as string);
        throw new TypeError('offline');
      },
    });
    expect(await problem(core.loadMint('https://Mint.Example/Bitcoin//'))).toEqual({ code: 'mint-network' });
    expect(asked).toContain('https://mint.example/Bitcoin/v1/info');
  });
});

describe('a mint that does not answer as it must', () => {
  const load = async (change: Tamper) => problem((await tampered(change)).loadMint(world.mint.url));

  it('[TOKEN-11] [TOKEN-12] [TOKEN-13] [MINT-26] has no keys under an id that is not theirs', async () => {
    const { id } = await world.keyset();
    const wrong = { ...(await world.keyset()).keys!, 1: `02${'11'.repeat(32)}` };
    const changes: readonly Tamper[] = [
      inKeysets((list, path) => (path === '/v1/keysets' ? list : list.map((one) => ({ ...one, keys: wrong })))),
      inKeysets((list, path) => (path === '/v1/keysets' ? list : list.map((one) => ({ ...one, keys: {} })))),
      inKeysets((list) => list.map((one) => ({ ...one, input_fee_ppk: 7 }))),
      inKeysets((list, path) => (path === '/v1/keysets' ? list : [])),
      inKeysets((list, path) =>
        path === '/v1/keysets'
          ? list
          : list.map((one) => ({
              ...one,
              keys: Object.fromEntries(Array.from({ length: 300 }, (_, i) => [i + 1, id])),
            })),
      ),
    ];
    for (const change of changes) expect(said(await load(change))).toBe(`Couldn't verify keyset ID ${id}`);
    expect(said(await load((json, path) => (path === '/v1/keysets' ? {} : json)))).toBe('bad response');
  });

  it('has every id once, of its own, and no more than there can be', async () => {
    const { id } = await world.keyset();
    const twice = (change: Partial<Row>) =>
      inKeysets((list, path) =>
        path === '/v1/keysets' ? [...list, ...list.map((one) => ({ ...one, ...change }))] : list,
      );
    for (const change of [{ active: false }, { unit: 'usd' }, { input_fee_ppk: 7 }, { final_expiry: 7 }])
      expect(await load(twice(change))).toEqual({ code: 'keyset-twice', id });
    // that is the same said twice
    const { keysets } = await (await tampered(twice({}))).loadMint(world.mint.url);
    expect(keysets.map((keyset) => keyset.id)).toEqual([id]);
    const many = (list: Row[]) => Array.from({ length: KEYSETS_MAX + 1 }, () => list[0]);
    expect(said(await load(inKeysets((list, path) => (path === '/v1/keysets' ? many(list) : list))))).toBe(
      'bad response',
    );
    const twin = await startMint({ ledger: createLedger() });
    try {
      expect(await problem(world.core.loadMint(twin.url))).toEqual({ code: 'keyset-twice', id });
      expect((await world.core.loadMint(world.mint.url)).keysets).toHaveLength(1);
    } finally {
      await twin.stop();
    }
  });

  it('[MINT-30] names what is too long, cut or no JSON a bad response', async () => {
    for (const body of ['x'.repeat(1_000_001), '{"keysets":[', '<html>', '"text"', 'null', '[]']) {
      const core = await answering(() => new Response(body));
      expect(said(await problem(core.loadMint(world.mint.url)))).toBe('bad response');
    }
  });

  it('is not followed to another address', async () => {
    for (const status of [301, 302, 307, 308]) {
      const core = await answering(() => new Response(null, { status, headers: { location: 'http://10.0.0.1' } }));
      expect(await problem(core.loadMint(world.mint.url))).toEqual({ code: 'mint-redirect' });
    }
  });

  it('[MINT-31] is a network error where it is not there', async () => {
    await world.mint.stop();
    expect(await problem(world.core.loadMint(world.mint.url))).toEqual({ code: 'mint-network' });
    world = await coreWorld();
  });

  it('[MINT-35] is given up after 5000 ms', async () => {
    vi.useFakeTimers();
    try {
      let gone = 0;
      const core = testCore({
        fetch: (_, init) =>
          new Promise((_resolve, reject) =>
            init!.signal!.addEventListener('abort', () => {
              gone++;
              reject(new Error('aborted'));
            }),
          ),
      });
      const loading = problem(core.loadMint('https://mint.example'));
      await vi.advanceTimersByTimeAsync(4_999);
      expect(gone).toBe(0);
      await vi.advanceTimersByTimeAsync(1);
      expect(said(await loading)).toBe('timeout loading mint');
      expect(gone).toBe(3);
      const asking = problem(core.checkStates({ mint: 'https://mint.example', ys: ['02'] }));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await asking).toEqual({ code: 'mint-silent' });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a mint that is silent about what something costs', () => {
  it('leaves nothing that could be looked up, and may be asked again', async () => {
    const { mint } = world;
    const core = testCore({
      fetch: (input, init) =>
        (input as string).includes('/quote/')
          ? new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(new Error('aborted'))))
          : fetch(input, init),
    });
    await core.allow({ loopback: true });
    await core.loadMint(mint.url);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const asking = [
        problem(core.mintQuote({ mint: mint.url, unit: 'sat', amount: 1 })),
        problem(core.meltQuote({ mint: mint.url, unit: 'sat', invoice: world.invoice(1) })),
      ];
      await vi.advanceTimersByTimeAsync(15_000);
      for (const found of await Promise.all(asking)) {
        expect(said(found)).toBe('The mint does not answer.');
        expect([isPassing(found!), isMintFailure(new EcashError(found!))]).toEqual([true, true]);
      }
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('what a mint refuses', () => {
  const refusal = async (status: number, body: unknown, headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const core = await answering(() => new Response(text, { status, headers }));
    return problem(core.checkStates({ mint: world.mint.url, ys: ['02'] }));
  };

  it('[MINT-28] carries its number and what it said', async () => {
    expect(await refusal(400, { code: 11_001, detail: 'Token already spent.' })).toEqual({
      code: 'mint-refused',
      number: 11_001,
      said: 'Token already spent.',
    });
    expect(said(await refusal(400, { code: 4_711, detail: 'No.' }))).toBe('The mint says: No.');
    const rare = { code: 31_004, detail: 'BAT mint rate limit exceeded' };
    expect(await refusal(400, rare)).toEqual({ code: 'mint-refused', number: rare.code, said: rare.detail });
  });

  it('[MINT-29] is told by its own words, or as what it is, with the status', async () => {
    expect(said(await refusal(500, { error: 'oops', detail: 'x' }))).toBe('oops (500)');
    expect(said(await refusal(404, { detail: 'Not found.' }))).toBe('Not found. (404)');
    expect(said(await refusal(502, '<html>'))).toBe('HTTP request failed (502)');
    expect(said(await refusal(422, { detail: [{ msg: 'x' }] }))).toBe('HTTP request failed (422)');
    expect(said(await refusal(400, { detail: 'no number' }))).toBe('no number (400)');
    expect(said(await refusal(400, { code: 99_999 }))).toBe('HTTP request failed (400)');
    expect(said(await refusal(400, { code: 99_999, error: 'oops' }))).toBe('oops (400)');
    expect(said(await refusal(500, { detail: 'Rate limit is broken' }))).toBe('Rate limit is broken (500)');
    expect(said(await refusal(500, 'x'.repeat(1_000_001)))).toBe('HTTP request failed (500)');
    expect(said(await refusal(500, { detail: `\u202e${'x'.repeat(5_000)}` }))).toMatch(/^x{200}… \(500\)$/);
  });

  it('[DEPOSIT-12] is a wish to be asked less, at 429 and where it says so', async () => {
    expect(await refusal(429, {}, { 'retry-after': '7' })).toEqual({ code: 'mint-busy', afterMs: 7_000 });
    expect(await refusal(429, 'slow down')).toEqual({ code: 'mint-busy', afterMs: undefined });
    const worded = await refusal(400, { code: 0, detail: 'Rate limit exceeded.' });
    expect(busyOf(worded!)).toEqual({ afterMs: undefined });
    const later = { 'retry-after': '30' };
    for (const [status, body] of [
      [400, { code: 0, detail: 'Rate limit exceeded.' }],
      [503, { error: 'rate limit' }],
    ] as const)
      expect(busyOf((await refusal(status, body, later))!)).toEqual({ afterMs: 30_000 });
    expect(await refusal(503, { error: 'oops' }, later)).toEqual({ code: 'mint-status', status: 503, said: 'oops' });
    expect(busyOf((await refusal(400, { code: 0, detail: 'No.' }))!)).toBeUndefined();
    expect(said(await refusal(429, {}))).toMatch(/rate limit/);
    const date = new Date(Date.now() + 60_000).toUTCString();
    expect(await refusal(429, {}, { 'retry-after': date })).toMatchObject({
      afterMs: expect.closeTo(60_000, -4) as unknown,
    });
  });
});

describe('signatures of a mint', () => {
  const FAULTS = [
    ['signature missing', 'bad-response'],
    ['signature too many', 'bad-response'],
    ['wrong dleq', 'mint-signature'],
    ['no dleq', 'mint-signature'],
    ['other keyset', 'mint-signature'],
    ['truncated', 'bad-response'],
  ] as const;

  it.each(FAULTS)('[MINT-23] are refused: %s; what they were for is found again', async (type, code) => {
    const inputs = await world.deposit(8);
    const outputs = await world.prepare({ keep: 8 });
    world.mint.faults.script({ on: 'swap', fault: { type } });
    const { core, mint } = world;
    expect((await problem(core.swap({ mint: mint.url, inputs, outputs })))?.code).toBe(code);
    expect(await core.restore({ mint: mint.url, outputs })).toHaveLength(1);
  });

  const RESTORED = [
    ['none that proves it', { dleq: undefined }, 4],
    ['a wrong proof', { dleq: { e: '11'.repeat(32), s: '22'.repeat(32) } }, 3],
    ['half a proof', { dleq: { e: '11'.repeat(32) } }, 3],
    ['another keyset', { id: '00ffffffffffffff' }, 3],
    ['no point', { C_: 'x' }, 3],
  ] as const;

  /** The mint, whose last restored signature is another. */
  const restoring = async (wrong: object) => {
    const core = await tampered((json, path) => {
      if (!path.includes('restore')) return json;
      const signatures = json.signatures as Json[];
      return { ...json, signatures: [...signatures.slice(0, -1), { ...signatures.at(-1), ...wrong }] };
    });
    await core.open(world.made.wallet, world.made.key);
    return core;
  };

  it.each(RESTORED)('[MINT-20] [TOKEN-23] are had again, but for the last with %s', async (_, wrong, count) => {
    const { mint, deposit, core: honest } = world;
    const { id } = await world.keyset();
    await deposit(15);
    const core = await restoring(wrong);
    const found = await core.scanSeed({ mint: mint.url, keyset: id, from: 0, count: 100 });
    expect(found.proofs).toHaveLength(count);
    // a number that was signed is used up, however it was signed
    expect(found.last).toBe(3);
    // what is taken is good at the mint
    const amount = found.proofs.reduce((sum, proof) => sum + proof.amount, 0);
    await honest.swap({
      mint: mint.url,
      inputs: found.proofs,
      outputs: await world.prepare({ keep: amount - (await world.costOf(found.proofs)) }),
    });
    expect(mint.books.outstanding()).toBe(15 - (await world.costOf(found.proofs)));
  });

  it('are not taken for wrong where the wallet is closed meanwhile', async () => {
    const { made, mint } = world;
    await world.deposit(15);
    const { id: keyset } = await world.keyset();
    const core = await tampered((json, path) => {
      if (path.includes('restore')) void core.close();
      return json;
    });
    await core.open(made.wallet, made.key);
    await core.loadMint(mint.url);
    const scanning = core.scanSeed({ mint: mint.url, keyset, from: 0, count: 100 });
    expect(await problem(scanning)).toEqual({ code: 'ecash-locked' });
  });

  it.each(RESTORED)('of what was written down all are needed, unless it is said, with %s', async (_, wrong, count) => {
    const { mint } = world;
    const inputs = await world.deposit(15);
    const outputs = await world.prepare({ keep: 15 - (await world.costOf(inputs)) });
    await world.core.swap({ mint: mint.url, inputs, outputs });
    const core = await restoring(wrong);
    const all = outputs.flatMap(({ b }) => b).length;
    const whole = await problem(core.restore({ mint: mint.url, outputs }));
    expect(whole).toEqual(count === 4 ? undefined : { code: 'mint-signature' });
    expect(await core.restore({ mint: mint.url, outputs, skip: true })).toHaveLength(all - (4 - count));
  });

  it('[MINT-24] [MINT-25] [MINT-27] are asked for again only with whole answers', async () => {
    const inputs = await world.deposit(2);
    const outputs = await world.prepare({ keep: 2 });
    const { made, mint, invoice } = world;
    const core = await tampered((json, path) => (/restore|checkstate|melt/.test(path) ? {} : json));
    await core.open(made.wallet, made.key);
    expect(said(await problem(core.restore({ mint: mint.url, outputs })))).toBe('bad response');
    const half = await tampered((json, path) => (path.includes('restore') ? { signatures: [] } : json));
    await half.open(made.wallet, made.key);
    expect(said(await problem(half.restore({ mint: mint.url, outputs })))).toBe('bad response');
    expect(said(await problem(core.checkStates({ mint: mint.url, ys: [inputs[0]!.y] })))).toBe('bad response');
    const wish = { mint: mint.url, unit: 'sat', invoice: invoice(1) };
    expect(said(await problem(core.meltQuote(wish)))).toBe('bad response');
    const dear = await tampered((json, path) => (path.includes('melt/quote') ? { ...json, amount: 2 } : json));
    expect((await problem(dear.meltQuote(wish)))?.code).toBe('mint-quote-differs');
  });

  it('[MINT-12] [MINT-27] are asked of a payment by its quote alone, as it was wanted', async () => {
    const wish = { mint: world.mint.url, unit: 'sat', invoice: world.invoice(3) };
    const { quote } = await world.core.meltQuote(wish);
    const check = async (change: object) => {
      const core = await tampered((json) => ({ ...json, ...change }));
      return await problem(core.checkMeltQuote({ mint: wish.mint, quote }));
    };
    expect(await check({})).toBeUndefined();
    for (const wrong of [{ quote: 'another', state: 'PAID' }, { quote: 7 }, { amount: '3' }, { fee_reserve: null }])
      expect(said(await check(wrong))).toBe('bad response');
    // that it is paid is heard also where no more of the quote is said with it
    const short = { amount: undefined, fee_reserve: null };
    for (const paid of [short, { ...short, quote: undefined }])
      expect(await check({ ...paid, state: 'PAID' })).toBeUndefined();
    for (const wrong of [
      { ...short, state: 'PAID', quote: 'another' },
      { ...short, state: 'PENDING' },
    ])
      expect(said(await check(wrong))).toBe('bad response');
  });

  it.each([
    ['an empty proof', { dleq: {} }],
    ['another spelling', { C_: '02AB' }],
    ['an amount in words', { amount: 'two' }],
  ])('[MINT-15] of change may be unreadable by %s: it is paid, and the rest is found again', async (_, wrong) => {
    const { made, mint, prepare, deposit, invoice } = world;
    const core = await tampered((json) => {
      const [first, ...others] = (json.change ?? []) as Json[];
      return first ? { ...json, change: [{ ...first, ...wrong }, ...others] } : json;
    });
    await core.open(made.wallet, made.key);
    const inputs = await deposit(64);
    const { quote } = await core.meltQuote({ mint: mint.url, unit: 'sat', invoice: invoice(10) });
    const outputs = await prepare({ blanks: 6 });
    const paid = await core.melt({ mint: mint.url, quote, inputs, outputs });
    expect(paid).toMatchObject({ state: 'PAID', preimage: expect.any(String), isPart: true });
    const later = await core.checkMeltQuote({ mint: mint.url, quote, outputs });
    expect(later).toMatchObject({ state: 'PAID', preimage: paid.preimage, isPart: true });
    expect(later.change?.map(({ y }) => y)).toEqual(paid.change?.map(({ y }) => y));
    const signed = await core.restore({ mint: mint.url, outputs });
    expect(signed.map(({ y }) => y)).toEqual(expect.arrayContaining(paid.change!.map(({ y }) => y)));
    expect(signed).toHaveLength(paid.change!.length + 1);
  });

  it('are kept where they are right, when the change of a payment is wrong: it is paid all the same', async () => {
    const { core, mint, prepare, deposit, invoice } = world;
    const inputs = await deposit(64);
    const { quote } = await core.meltQuote({ mint: mint.url, unit: 'sat', invoice: invoice(10) });
    const outputs = await prepare({ blanks: 6 });
    mint.faults.script({ on: 'melt', fault: { type: 'wrong dleq' } });
    const paid = await core.melt({ mint: mint.url, quote, inputs, outputs });
    expect(paid).toMatchObject({ state: 'PAID', change: [] });
    expect((await core.restore({ mint: mint.url, outputs })).length).toBeGreaterThan(0);
  });
});

describe('invoices of a mint', () => {
  it('ask for what was wanted', async () => {
    const other = world.invoice(7);
    const core = await tampered((json, path) => (path.includes('mint/quote') ? { ...json, request: other } : json));
    const wish = { mint: world.mint.url, unit: 'sat', amount: 8 };
    expect(await problem(core.mintQuote(wish))).toEqual({ code: 'mint-quote-differs' });
    const unit = await tampered((json, path) => (path.includes('mint/quote') ? { ...json, unit: 'usd' } : json));
    expect(await problem(unit.mintQuote(wish))).toEqual({ code: 'mint-quote-differs' });
  });

  it('[DEPOSIT-13] are not shown where they are locked to a key that nobody here has', async () => {
    const theirs = `02${'ab'.repeat(32)}`;
    const locked = (pubkey: unknown) =>
      tampered((json, path) => (path.includes('mint/quote') ? { ...json, pubkey } : json));
    const wish = { mint: world.mint.url, unit: 'sat', amount: 8 };
    for (const isLocked of [false, true]) {
      const wrong = await problem((await locked(theirs)).mintQuote({ ...wish, locked: isLocked }));
      expect(wrong).toEqual({ code: 'quote-key-missing' });
      expect(said(wrong)).toBe('Can not sign locked quote without private key');
      // a mint that does not repeat it
      const silent = await locked(null);
      await silent.open(world.made.wallet, world.made.key);
      expect(await problem(silent.mintQuote({ ...wish, locked: isLocked }))).toBeUndefined();
    }
    expect(await problem(world.core.mintQuote({ ...wish, locked: true }))).toBeUndefined();
  });

  it('[MINT-07] are taken from an old mint, too, that does not repeat the amount', async () => {
    const core = await tampered(({ amount, ...json }, path) =>
      path.includes('mint/quote') ? json : { ...json, amount },
    );
    const wish = { mint: world.mint.url, unit: 'sat', amount: 8 };
    expect((await core.mintQuote(wish)).amount).toBe(8);
    const other = world.invoice(7);
    const wrong = await tampered(({ amount: _, ...json }) => ('request' in json ? { ...json, request: other } : json));
    expect(await problem(wrong.mintQuote(wish))).toEqual({ code: 'mint-quote-differs' });
  });

  it('[MELT-06] are paid for what they ask for, and not for less', async () => {
    const wish = { mint: world.mint.url, unit: 'sat', invoice: world.invoice(10) };
    const quoted = async (amount: number) =>
      problem((await tampered((json, path) => (path.includes('melt') ? { ...json, amount } : json))).meltQuote(wish));
    expect(await quoted(10)).toBeUndefined();
    for (const wrong of [1, 9, 11]) expect(await quoted(wrong)).toEqual({ code: 'mint-quote-differs' });
  });

  it('[MINT-36] cannot be had, nor paid, of a mint that does not load in time', async () => {
    const { mint, invoice } = world;
    vi.useFakeTimers();
    try {
      const core = await answering(() => new Promise(() => {}));
      const asked = [
        problem(core.mintQuote({ mint: mint.url, unit: 'sat', amount: 1 })),
        problem(core.meltQuote({ mint: mint.url, unit: 'sat', invoice: invoice(1) })),
      ];
      await vi.advanceTimersByTimeAsync(5_000);
      for (const found of await Promise.all(asked))
        expect(said(found)).toBe(`unable to load wallet for mint ${mint.url}`);
    } finally {
      vi.useRealTimers();
    }
  });

  it('[DEPOSIT-02] [DEPOSIT-03] have a state, told also by an old flag', () => {
    const quote = (more: object) => readMintQuote({ quote: 'q', request: 'r', amount: 1, ...more }, 'bolt11', 'sat');
    expect(['UNPAID', 'PAID', 'ISSUED'].map((state) => quote({ state }).state)).toEqual(['UNPAID', 'PAID', 'ISSUED']);
    expect([true, false].map((paid) => quote({ paid }).state)).toEqual(['PAID', 'UNPAID']);
    expect(quote({ amount_paid: 5, amount_issued: 2 }).state).toBe('PAID');
    expect(quote({ amount_paid: 5, amount_issued: 5 }).state).toBe('ISSUED');
    for (const wrong of [{}, { state: 'LOST' }, { state: 'PAID', quote: '../../x y' }, { state: 'PAID', amount: -1 }])
      expect(() => quote(wrong)).toThrow('bad-response');
  });

  it('[MELT-03] [MELT-04] [MELT-05] are paid where they name an amount', async () => {
    const { core, mint, invoice } = world;
    const wish = { mint: mint.url, unit: 'sat' };
    expect(said(await problem(core.meltQuote({ ...wish, invoice: ' ' })))).toBe('pr is required');
    expect(said(await problem(core.meltQuote({ ...wish, invoice: 'lnbc1pj' })))).toBe('invoice amount is required');
    expect(said(await problem(core.meltQuote({ ...wish, invoice: invoice(2), amountMsat: 1_999 })))).toBe(
      'invoice amount is more than the amount passed in',
    );
    expect((await core.meltQuote({ ...wish, invoice: invoice(2), amountMsat: 2_000 })).amount).toBe(2);
  });

  it('[MINT-03] [MINT-37] [MINT-38] [MINT-39] are only of the kinds that the mint offers', async () => {
    const { made, mint, invoice } = world;
    const core = await tampered((json, path) =>
      path === '/v1/info'
        ? { ...json, nuts: { 22: { protected_endpoints: [{ method: 'POST', path: '/v1/mint/*' }] } } }
        : json,
    );
    await core.open(made.wallet, made.key);
    const wish = { mint: mint.url, unit: 'sat', amount: 1 };
    expect(said(await problem(core.mintQuote({ ...wish, locked: true })))).toBe('Mint does not support NUT-20');
    expect(said(await problem(core.meltQuote({ ...wish, invoice: invoice(1), partMsat: 1_000 })))).toBe(
      'Mint does not support NUT-15',
    );
    expect(said(await problem(core.mintQuote(wish)))).toBe('Can not call a protected endpoint without authProofGetter');
    const described = { ...wish, method: 'bolt12', description: 'tea' } as const;
    expect(said(await problem(world.core.mintQuote(described)))).toBe('Mint does not support description for bolt12');
  });

  it('[MINT-02] bring the token of a mint that guards its calls', async () => {
    const heads: (string | null)[] = [];
    const core = testCore({
      blindAuth: async (url) => `authA for ${url}`,
      fetch: async (input, init) => {
        heads.push(new Headers(init!.headers).get('blind-auth'));
        const response = await fetch(input, init);
        if (!(input as string).endsWith('/v1/info')) return response;
        const json = (await response.json()) as Json;
        const guard = { 22: { protected_endpoints: [{ method: 'POST', path: '/v1/mint/quote/bolt11' }] } };
        return Response.json({ ...json, nuts: { ...(json.nuts as Json), ...guard } });
      },
    });
    await core.allow({ loopback: true });
    await core.mintQuote({ mint: world.mint.url, unit: 'sat', amount: 1 });
    expect(heads).toEqual([null, null, null, `authA for ${world.mint.url}`]);
  });

  it('[MINT-02] [MINT-03] bring it to a mint of which nothing is known yet, once it says so', async () => {
    const guarding = (blindAuth?: () => Promise<string>) =>
      testCore({
        ...(blindAuth && { blindAuth }),
        fetch: async (_, init) =>
          new Headers(init!.headers).get('blind-auth') === 'authA'
            ? Response.json({ states: [{ Y: '02', state: 'SPENT' }] })
            : Response.json({ code: 31_001, detail: 'Blind auth required' }, { status: 400 }),
      });
    const asking = { mint: 'https://mint.example', ys: ['02'] };
    expect(await guarding(async () => 'authA').checkStates(asking)).toEqual({ '02': 'SPENT' });
    expect(await problem(guarding().checkStates(asking))).toEqual({ code: 'mint-needs-auth' });
  });
});

describe('keysets', () => {
  it('[TOKEN-14] are chosen by version, fee and end', () => {
    const keyset = (id: string, feePpk = 0, more: object = {}) => ({ id, unit: 'sat', active: true, feePpk, ...more });
    const [old, dear, cheap, ending] = ['00' + 'a'.repeat(14), ...['b', 'c', 'd'].map((one) => '01' + one.repeat(64))];
    const choose = (...list: readonly ReturnType<typeof keyset>[]) => chooseKeyset(list, 'sat', 100).id;
    expect(choose(keyset(old!), keyset(dear!, 100))).toBe(dear);
    expect(choose(keyset(dear!, 100), keyset(cheap!, 10))).toBe(cheap);
    expect(choose(keyset(ending!, 0, { expiry: 200 }), keyset(cheap!))).toBe(cheap);
    expect(choose(keyset(old!), keyset(ending!, 0, { expiry: 100 }))).toBe(old);
    expect(choose(keyset(old!), keyset(cheap!, 0, { active: false }), keyset(dear!, 0, { unit: 'usd' }))).toBe(old);
    expect(() => choose(keyset('I2yN+iRYfkzT'))).toThrow('mint-no-keyset');
  });

  it('are found by the beginning of their id, where it is the beginning of one', () => {
    const ids = [`01aaaaaaaaaaaaaa${'1'.repeat(50)}`, `01aaaaaaaaaaaaab${'1'.repeat(50)}`];
    expect(fullId('01aaaaaaaaaaaaaa', ids)).toBe(ids[0]);
    expect(() => fullId('01aaaaaaaaaaaaac', ids)).toThrow('keyset-unknown');
    expect(() => fullId('01aaaaaaaaaaaaaa', [...ids, `01aaaaaaaaaaaaaa${'2'.repeat(50)}`])).toThrow('keyset-twice');
    expect(fullId('00ffd48b8f5ecf80', [])).toBe('00ffd48b8f5ecf80');
  });

  it('may rotate: an old one that was not loaded is asked for when it is needed', async () => {
    const inputs = await world.deposit(4);
    const old = (await world.keyset()).id;
    world.mint.books.rotate({ fee: 0 });
    const core = testCore();
    await core.allow({ loopback: true });
    await core.open(world.made.wallet, world.made.key);
    expect((await core.loadMint(world.mint.url)).keysets.find(({ id }) => id === old)?.keys).toBeUndefined();
    await core.checkToken({ mint: world.mint.url, proofs: inputs, requireDleq: true });
    const outputs = await world.prepare({ keep: 4 });
    expect(outputs[0]!.keyset).not.toBe(old);
    expect((await core.swap({ mint: world.mint.url, inputs, outputs })).proofs).toHaveLength(1);
  });
});

describe('a token that somebody gives', () => {
  it('[TOKEN-15] is refused with a wrong DLEQ, and with none where it must have one', async () => {
    const { core, mint, deposit } = world;
    const text = await core.writeToken({ proofs: await deposit(1) });
    const bare = (await import('#domain/ecash/tokens/read-token.ts')).readBareToken(text);
    const { writeToken } = await import('#workers/ecash/write-token.ts');
    const { dleq, ...without } = bare.proofs[0]!;
    const read = async (proof: typeof without) =>
      (await core.readToken(writeToken({ ...bare, proofs: [proof] }))).proofs;
    const wrong = { ...without, dleq: { ...dleq!, s: '11'.repeat(32) } };
    const order = { mint: mint.url, requireDleq: false };
    expect(said(await problem(core.checkToken({ ...order, proofs: await read(wrong) })))).toBe(
      'Token contains proofs with invalid DLEQ',
    );
    expect(await problem(core.checkToken({ ...order, proofs: await read(without) }))).toBeUndefined();
    expect(await problem(core.checkToken({ ...order, requireDleq: true, proofs: await read(without) }))).toEqual({
      code: 'token-dleq',
    });
    const more = { ...without, amount: 2 ** 33 };
    expect((await problem(core.checkToken({ ...order, requireDleq: true, proofs: await read(more) })))?.code).toBe(
      'token-dleq',
    );
  });
});
