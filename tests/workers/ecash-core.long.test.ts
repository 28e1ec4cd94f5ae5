import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { afterEach, describe, expect, it } from 'vitest';
import { ecashProblemOf } from '#domain/ecash/ecash-problem.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { readBareToken } from '#domain/ecash/tokens/read-token.ts';
import { coreWorld, testCore, type CoreWorld } from '#tests/support/core-world.ts';
import { writeToken } from '#workers/ecash/write-token.ts';
import type { MintOptions } from '#devnet/mint/mint.ts';

let worlds: CoreWorld[] = [];
afterEach(async () => {
  await Promise.all(worlds.map(({ stop }) => stop()));
  worlds = [];
});

const world = async (options?: Omit<MintOptions, 'ledger'>) => {
  const made = await coreWorld(options);
  worlds.push(made);
  return made;
};

const problem = async (act: Promise<unknown>) => {
  try {
    await act;
    return undefined;
  } catch (error) {
    return ecashProblemOf(error);
  }
};

describe.each([
  ['00', 0],
  ['00', 100],
  ['01', 0],
  ['01', 250],
] as const)('the core of ecash at a mint with keysets of version %s and a fee of %d', (version, fee) => {
  const options = { keysets: [{ version, fee }], cacheSeconds: false } as const;

  it('[DEPOSIT-01] [MINT-07] [MINT-08] [MINT-10] makes ecash of a paid invoice', async () => {
    const { core, mint, unit, ledger, prepare } = await world(options);
    const { quote, request, ...rest } = await core.mintQuote({ mint: mint.url, unit, amount: 21 });
    expect(rest).toMatchObject({ amount: 21, unit, state: 'UNPAID' });
    expect(await core.checkMintQuote({ mint: mint.url, quote })).toMatchObject({ state: 'UNPAID' });
    const outputs = await prepare({ keep: 21 });
    expect(await problem(core.mint({ mint: mint.url, quote, outputs }))).toMatchObject({
      code: 'mint-refused',
      number: 20_001,
    });
    ledger.pay('payer', request);
    expect(await core.checkMintQuote({ mint: mint.url, quote })).toMatchObject({ state: 'PAID' });
    const { proofs } = await core.mint({ mint: mint.url, quote, outputs });
    expect(proofs.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([1, 4, 16]);
    expect(await core.checkMintQuote({ mint: mint.url, quote })).toMatchObject({ state: 'ISSUED' });
    expect(await problem(core.mint({ mint: mint.url, quote, outputs }))).toMatchObject({ code: 'mint-refused' });
    const ys = proofs.map(({ y }) => y);
    expect(await core.checkStates({ mint: mint.url, ys })).toEqual(Object.fromEntries(ys.map((y) => [y, 'UNSPENT'])));
  });

  it('[MINT-06] [SEND-01] [SEND-02] sends a token that another wallet takes, for whatever fee there is', async () => {
    const { core, mint, deposit, prepare, parts, keyset } = await world(options);
    const inputs = await deposit(64);
    const cost = Math.ceil((inputs.length * fee) / 1000);
    const outputs = await prepare({ keep: 64 - 30 - cost, send: 30 });
    const { proofs } = await core.swap({ mint: mint.url, inputs, outputs });
    expect(sumOf(proofs.filter(({ role }) => role === 'send'))).toBe(30);
    const text = await core.writeToken({ proofs: proofs.filter(({ role }) => role === 'send'), memo: 'tea' });
    expect(text).toMatch(/^cashuB/);

    const other = testCore();
    await other.allow({ loopback: true });
    await other.create();
    const first = await other.readToken(`cashu:${text}`);
    expect(first).toMatchObject({ mint: mint.url, unit: 'sat', memo: 'tea', amount: 30, unresolved: version === '01' });
    await other.loadMint(mint.url);
    const token = await other.readToken(text);
    expect(sumOf(token.proofs)).toBe(30);
    await other.checkToken({ mint: mint.url, proofs: token.proofs, requireDleq: true });
    const theirCost = Math.ceil((token.proofs.length * fee) / 1000);
    const theirs = await other.prepareOutputs({
      mint: mint.url,
      unit: 'sat',
      keyset: (await keyset()).id,
      counter: 0,
      keep: await parts(30 - theirCost),
    });
    const taken = await other.swap({ mint: mint.url, inputs: token.proofs, outputs: theirs.outputs });
    expect(sumOf(taken.proofs)).toBe(30 - theirCost);
    const states = await core.checkStates({ mint: mint.url, ys: token.proofs.map(({ y }) => y) });
    expect(new Set(Object.values(states))).toEqual(new Set(['SPENT']));
  });

  it('[SEND-05] [PROOF-11] asks for nothing that is more than what goes in, and the mint takes nothing', async () => {
    const { core, mint, deposit, prepare } = await world(options);
    const inputs = await deposit(64);
    const above = await prepare({ send: 65 });
    await expect(core.swap({ mint: mint.url, inputs, outputs: above })).rejects.toMatchObject({
      problem: { code: 'balance-send' },
    });
    const kept = await prepare({ keep: 5, send: 60 });
    await expect(core.swap({ mint: mint.url, inputs, outputs: kept })).rejects.toMatchObject({
      problem: { code: 'fee-negative' },
    });
    const states = await core.checkStates({ mint: mint.url, ys: inputs.map(({ y }) => y) });
    expect(new Set(Object.values(states))).toEqual(new Set(['UNSPENT']));
  });

  it('[MINT-11] [MINT-12] [MINT-15] [MELT-01] [MELT-02] pays an invoice and takes what comes back', async () => {
    const { core, mint, unit, deposit, prepare, invoice } = await world(options);
    const inputs = await deposit(256);
    const quote = await core.meltQuote({ mint: mint.url, unit, invoice: invoice(100) });
    expect(quote).toMatchObject({ amount: 100, state: 'UNPAID', unit });
    const blanks = await prepare({ blanks: 8 });
    const paid = await core.melt({ mint: mint.url, quote: quote.quote, inputs, outputs: blanks });
    expect(paid.state).toBe('PAID');
    expect(paid.preimage).toMatch(/^[\da-f]{64}$/);
    expect(sumOf(paid.change!)).toBeGreaterThan(256 - 100 - quote.feeReserve - 10);
    const again = await core.checkMeltQuote({ mint: mint.url, quote: quote.quote, outputs: blanks });
    expect(again).toMatchObject({ state: 'PAID', preimage: paid.preimage });
    expect(await core.restore({ mint: mint.url, outputs: blanks })).toHaveLength(paid.change!.length);
    // another wallet cannot open them: nothing leaves
    const other = testCore();
    await other.allow({ loopback: true });
    await other.create();
    const unsent = { code: 'money-unsealed' };
    expect(await other.melt({ mint: mint.url, quote: quote.quote, inputs, outputs: [] })).toMatchObject({ unsent });
  });

  it('[MINT-20] [TOKEN-22] [TOKEN-24] finds again what was signed for the very outputs, and for the words', async () => {
    const { core, mint, deposit, prepare, keyset, made } = await world(options);
    const inputs = await deposit(15);
    const outputs = await prepare({ keep: 15 - Math.ceil((4 * fee) / 1000) });
    expect(await core.restore({ mint: mint.url, outputs })).toEqual([]);
    const { proofs } = await core.swap({ mint: mint.url, inputs, outputs });
    const found = await core.restore({ mint: mint.url, outputs });
    expect(found.map(({ y }) => y).sort()).toEqual(proofs.map(({ y }) => y).sort());

    const words = await core.reveal(made.wallet, made.key);
    const other = testCore();
    await other.allow({ loopback: true });
    expect(await problem(other.scanSeed({ mint: mint.url, keyset: 'x', from: 0, count: 1 }))).toEqual({
      code: 'seed-missing',
    });
    await other.create(`  ${words.toUpperCase()} `);
    const { id } = await keyset();
    const scanned = await other.scanSeed({ mint: mint.url, keyset: id, from: 0, count: 30 });
    expect(scanned.proofs.map(({ y }) => y)).toEqual(expect.arrayContaining(proofs.map(({ y }) => y)));
    expect(scanned.last).toBe(inputs.length + proofs.length - 1);
  });
});

describe('the core of ecash', () => {
  it('[TOKEN-21] takes phrases of 12 to 24 words as they were written down, and no others', async () => {
    for (const bits of [128, 160, 192, 224, 256]) {
      const words = generateMnemonic(wordlist, bits);
      const core = testCore();
      const { wallet, key } = await core.create(` ${words.toUpperCase().replaceAll(' ', '\n ')}`);
      expect(await core.reveal(wallet, key)).toBe(words);
      const wrong = words.split(' ').slice(1).join(' ');
      expect(await problem(testCore().create(wrong))).toEqual({ code: 'words-wrong' });
    }
  });

  it('gives out nothing secret unsealed, and opens what it sealed with its key alone', async () => {
    const { core, deposit, made, mint } = await world();
    const [proof] = await deposit(1);
    const words = await core.reveal(made.wallet, made.key);
    const each = words.split(' ');
    expect(each).toHaveLength(12);
    // one word alone may be that of a role
    const pairs = each.slice(1).map((word, at) => `${each[at]}[^a-z]+${word}`);
    expect(JSON.stringify([proof, made.wallet])).not.toMatch(new RegExp(['secret', 'witness', ...pairs].join('|')));
    await core.close();
    expect(await problem(core.writeToken({ proofs: [proof!] }))).toEqual({ code: 'ecash-locked' });
    expect(await problem(core.open(made.wallet, 'ab'.repeat(32)))).toEqual({ code: 'money-unsealed' });
    expect(await problem(core.reveal(made.wallet, ''))).toEqual({ code: 'money-unsealed' });
    expect(await core.open(made.wallet, made.key)).toEqual({ pubkey: made.pubkey });
    expect(await core.writeToken({ proofs: [proof!] })).toMatch(/^cashuB/);
    const other = { ...proof!, y: (await deposit(1))[0]!.y };
    expect(await problem(core.writeToken({ proofs: [other] }))).toEqual({ code: 'money-unsealed' });
    expect(mint.url).toMatch(/^http:/);
  });

  it('says that the page cannot encrypt, not that the wallet is of another account, where there is no WebCrypto', async () => {
    const { made } = await world();
    const bare = testCore({ subtle: undefined });
    expect(await problem(bare.open(made.wallet, made.key))).toEqual({ code: 'ecash-no-webcrypto' });
    expect(await problem(bare.create())).toEqual({ code: 'ecash-no-webcrypto' });
  });

  it('[SEND-01] [SEND-02] makes, sends and takes two hundred proofs at once', async () => {
    const { core, mint, unit, ledger, keyset } = await world();
    const { id } = await keyset();
    const ones = Array.from({ length: 200 }, () => 1);
    const prepare = (counter: number) =>
      core.prepareOutputs({ mint: mint.url, unit, keyset: id, counter, keep: ones, send: [], blanks: 0 });
    const { quote, request } = await core.mintQuote({ mint: mint.url, unit, amount: 200 });
    ledger.pay('payer', request);
    const { proofs } = await core.mint({ mint: mint.url, quote, outputs: (await prepare(0)).outputs });
    const token = await core.readToken(await core.writeToken({ proofs }));
    expect(token.proofs).toHaveLength(200);
    const { outputs } = await prepare(200);
    const taken = await core.swap({ mint: mint.url, inputs: token.proofs, outputs });
    expect(sumOf(taken.proofs)).toBe(200);
    expect(taken.proofs).toHaveLength(200);
  });

  it('sends inputs without what would tell the mint whose output they were', async () => {
    const { mint, deposit, prepare, made } = await world();
    const inputs = await deposit(2);
    const bodies: string[] = [];
    const core = testCore({
      fetch: async (input, init) => {
        bodies.push(typeof init?.body === 'string' ? init.body : '');
        return await fetch(input, init);
      },
    });
    await core.allow({ loopback: true });
    await core.open(made.wallet, made.key);
    await core.swap({ mint: mint.url, inputs, outputs: await prepare({ keep: 2 }) });
    const [sent] = bodies.filter((body) => body.includes('"inputs"'));
    const [proof, ...more] = (JSON.parse(sent!) as { inputs: object[] }).inputs;
    expect([Object.keys(proof!).sort(), more]).toEqual([['C', 'amount', 'id', 'secret'], []]);
  });

  it('[WEV-03] opens what was locked for a key that the wallet of the account has elsewhere', async () => {
    const { core, made, mint, deposit, prepare } = await world();
    const elsewhere = '7'.repeat(64);
    const plain = JSON.stringify([
      ['privkey', elsewhere],
      ['mint', mint.url],
    ]);
    const { pubkeys } = await testCore().readWalletEvent(plain);
    const outputs = await prepare({ send: 8, lock: { pubkey: pubkeys[0]! } });
    const { proofs } = await core.swap({ mint: mint.url, inputs: await deposit(8), outputs });
    const keep = await prepare({ keep: 8 });
    const take = () => core.swap({ mint: mint.url, inputs: proofs, outputs: keep });
    expect(await problem(take())).toEqual({ code: 'token-locked' });
    await core.readWalletEvent(plain);
    expect(sumOf((await take()).proofs)).toBe(8);
    // what is locked for its own key still is, and the further key goes with the wallet
    const own = await prepare({ send: 4, lock: { pubkey: made.pubkey } });
    const mine = await core.swap({ mint: mint.url, inputs: await deposit(4), outputs: own });
    const back = await prepare({ keep: 4 });
    expect(sumOf((await core.swap({ mint: mint.url, inputs: mine.proofs, outputs: back })).proofs)).toBe(4);
    expect(await core.readToken(await core.writeToken({ proofs }))).toMatchObject({
      proofs: [{ locked: { ours: true } }],
    });
    await core.close();
    await core.open(made.wallet, made.key);
    expect(await core.readToken(await core.writeToken({ proofs }))).toMatchObject({
      proofs: [{ locked: { ours: false } }],
    });
  });

  it('locks a token to somebody, who alone can take it [TOKEN-16]', async () => {
    const { core, mint, deposit, prepare, parts, keyset } = await world();
    const friend = testCore();
    await friend.allow({ loopback: true });
    const { pubkey } = await friend.create();
    const outputs = await prepare({ send: 8, lock: { pubkey: pubkey.slice(2) } });
    const { proofs } = await core.swap({ mint: mint.url, inputs: await deposit(8), outputs });
    const text = await core.writeToken({ proofs });
    const mine = await core.readToken(text);
    expect(mine.proofs[0]!.locked).toMatchObject({ ours: false, lock: { pubkey } });
    const back = await prepare({ keep: 8 });
    expect(await problem(core.swap({ mint: mint.url, inputs: mine.proofs, outputs: back }))).toEqual({
      code: 'token-locked',
    });
    await friend.loadMint(mint.url);
    const stranger = testCore();
    await stranger.allow({ loopback: true });
    expect(await stranger.nameToken(text)).toEqual({ mint: mint.url, ys: proofs.map(({ y }) => y) });
    const theirs = await friend.readToken(text);
    expect(theirs.proofs[0]!.locked).toMatchObject({ ours: true });
    const wish = { mint: mint.url, unit: 'sat', keyset: (await keyset()).id, counter: 0, keep: await parts(8) };
    const { outputs: into } = await friend.prepareOutputs(wish);
    expect(sumOf((await friend.swap({ mint: mint.url, inputs: theirs.proofs, outputs: into })).proofs)).toBe(8);
    // the last two lie on no curve
    const none = '0'.repeat(64);
    for (const lock of [{ pubkey: 'ab' }, { pubkey: none }, { pubkey, locktime: 1, refund: [`02${none}`] }])
      expect(await problem(core.prepareOutputs({ ...wish, send: [1], lock }))).toEqual({ code: 'ecash-pubkey' });
  });

  /** Somebody with a wallet of their own at the same mint, to whom a token is locked; how far ahead their clock is, in s. */
  const lockedToFriend = async (ahead: number, locktime?: number) => {
    const { core, mint, deposit, prepare, parts, keyset } = await world();
    const friend = testCore({ now: () => Date.now() + ahead * 1_000 });
    await friend.allow({ loopback: true });
    const { pubkey } = await friend.create();
    await friend.loadMint(mint.url);
    const lock = { pubkey, ...(locktime !== undefined && { locktime }) };
    const inputs = await deposit(8);
    const { proofs } = await core.swap({ mint: mint.url, inputs, outputs: await prepare({ send: 8, lock }) });
    const token = readBareToken(await core.writeToken({ proofs }));
    const take = async (text: string) => {
      const wish = { mint: mint.url, unit: 'sat', keyset: (await keyset()).id, counter: 0, keep: await parts(8) };
      const { outputs } = await friend.prepareOutputs(wish);
      const { proofs: theirs } = await friend.readToken(text);
      return sumOf((await friend.swap({ mint: mint.url, inputs: theirs, outputs })).proofs);
    };
    return { token, take };
  };

  it('opens what is locked to it also when its time is over by the clock of this device alone', async () => {
    const { token, take } = await lockedToFriend(7_200, Math.floor(Date.now() / 1_000) + 3_600);
    expect(await take(writeToken(token))).toBe(8);
  });

  it.each(['{}', '{"signatures":["00"]}', JSON.stringify({ signatures: ['ab'.repeat(64)], more: 'x'.repeat(2_000) })])(
    'opens what is locked to it by its own signature alone, whatever the token brings: %#',
    async (witness) => {
      const { token, take } = await lockedToFriend(0);
      expect(await take(writeToken({ ...token, proofs: token.proofs.map((proof) => ({ ...proof, witness })) }))).toBe(
        8,
      );
    },
  );

  it('sends no witness for what is not locked: some mints refuse that', async () => {
    const { core, mint, deposit, prepare } = await world();
    const token = readBareToken(await core.writeToken({ proofs: await deposit(8) }));
    const proofs = token.proofs.map((proof) => ({ ...proof, witness: '{"signatures":["00"]}' }));
    const sent: string[] = [];
    const asking = testCore({
      fetch(input, init) {
        sent.push((init?.body as string | undefined) ?? '');
        return fetch(input, init);
      },
    });
    await asking.allow({ loopback: true });
    await asking.create();
    await asking.loadMint(mint.url);
    const read = await asking.readToken(writeToken({ ...token, proofs }));
    await asking.swap({ mint: mint.url, inputs: read.proofs, outputs: [] }).catch(() => {});
    expect(sent.join(' ')).not.toContain('witness');
    expect(await prepare({ keep: 8 })).toHaveLength(1);
  });

  it('takes back what it locked to somebody once its time is over, and not before', async () => {
    const { core, made, mint, deposit, prepare } = await world();
    const friend = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const now = Math.floor(Date.now() / 1_000);
    const lockedUntil = async (locktime: number) => {
      const outputs = await prepare({ send: 4, lock: { pubkey: friend, locktime, refund: [made.pubkey] } });
      return (await core.swap({ mint: mint.url, inputs: await deposit(4), outputs })).proofs;
    };
    const back = async (inputs: Awaited<ReturnType<typeof lockedUntil>>) =>
      core.swap({ mint: mint.url, inputs, outputs: await prepare({ keep: 4 }) });
    expect(await problem(back(await lockedUntil(now + 3_600)))).toEqual({ code: 'token-locked' });
    expect(sumOf((await back(await lockedUntil(now - 10))).proofs)).toBe(4);
  });

  it('[MINT-37] [DEPOSIT-13] locks an invoice of a mint to a key of its own', async () => {
    const { core, mint, unit, ledger, prepare } = await world();
    const { quote, request, lockKey, pubkey } = await core.mintQuote({ mint: mint.url, unit, amount: 2, locked: true });
    ledger.pay('payer', request);
    const order = { mint: mint.url, quote, outputs: await prepare({ keep: 2 }) };
    expect(await problem(core.mint({ ...order, pubkey: pubkey! }))).toEqual({ code: 'quote-key-missing' });
    expect(await problem(core.mint(order))).toMatchObject({ code: 'mint-refused' });
    expect(sumOf((await core.mint({ ...order, lockKey: lockKey! })).proofs)).toBe(2);
  });
});

describe('what relays hold of a wallet', () => {
  it('[WEV-01] its own proofs come back from the content of an event, with their witnesses and DLEQ', async () => {
    const { core, mint, deposit, unit } = await world();
    const proofs = await deposit(21);
    const [event, ...more] = await core.writeTokenEvents({ mint: mint.url, unit, proofs, del: [] });
    expect(more).toEqual([]);
    expect(event!.ys).toEqual(proofs.map(({ y }) => y));
    const read = await core.readTokenEvent(event!.content);
    expect(read).toMatchObject({ mint: mint.url, unit, del: [], others: 0 });
    expect(read.proofs.map(({ y }) => y)).toEqual(event!.ys);
    expect(await core.writeToken({ proofs: read.proofs })).toBe(await core.writeToken({ proofs }));
    expect(await core.writeTokenEvents({ mint: mint.url, unit, proofs: [], del: [] })).toEqual([]);
  });

  it('[WEV-01] what another client told besides goes on when its event is replaced', async () => {
    const { core, mint, deposit, unit } = await world();
    const [first, second, third] = await deposit(21);
    const [theirs] = await core.writeTokenEvents({ mint: mint.url, unit, proofs: [first!, second!, third!], del: [] });
    const former = [JSON.stringify({ ...(JSON.parse(theirs!.content) as object), tint: 'blue' })];
    const wish = { mint: mint.url, unit, proofs: [second!], del: ['a'.repeat(64)], former, gone: [first!.y] };
    const [next] = await core.writeTokenEvents(wish);
    const read = await core.readTokenEvent(next!.content);
    expect(read.proofs.map(({ y }) => y)).toEqual([second!.y, third!.y]);
    expect(read.del).toEqual(wish.del);
    expect(JSON.parse(next!.content)).toMatchObject({ tint: 'blue' });
    expect(next!.ys).toEqual([second!.y]);
  });

  it('[WEV-03] the wallet event has the mints and the key, and keeps the keys of others', async () => {
    const { core, made, mint } = await world();
    const other = '1'.repeat(64);
    const former = JSON.stringify([
      ['privkey', other],
      ['mint', 'https://gone.example'],
      ['relay', 'wss://r.example'],
    ]);
    const content = await core.writeWalletEvent({ mints: [mint.url], former });
    const { mints, pubkeys } = await core.readWalletEvent(content);
    expect(mints).toEqual([mint.url]);
    expect(pubkeys[0]).toBe(made.pubkey);
    expect(pubkeys).toHaveLength(2);
    expect(JSON.parse(content)).toContainEqual(['relay', 'wss://r.example']);
    await core.close();
    expect(await problem(core.writeWalletEvent({ mints: [mint.url] }))).toEqual({ code: 'ecash-locked' });
  });
});
