import { acts, beginWallet, payDeposit } from '#tests/support/ecash-acts.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bytesToHex } from '@noble/hashes/utils.js';
import { mnemonicToSeedSync } from '@scure/bip39';
import type { SnapshotFrom } from 'xstate';
import { getPublicKey } from 'nostr-tools/pure';
import { nsecEncode } from 'nostr-tools/nip19';
import { readBareToken } from '#domain/ecash/tokens/read-token.ts';
import { deleteLedger } from '#store/ledger/ledger-database.ts';
import { ledgerName } from '#store/ledger/ledger-database.ts';
import { hasEcashTraces } from '#store/ledger/ecash-traces.ts';
import { startMint } from '#devnet/mint/mint.ts';
import { ecashProblems } from '#ui/texts/problems/ecash.ts';
import { wordsFor } from '#ui/texts/say.ts';
import type { mintLinkMachine } from '#machines/ecash/mint-link.machine.ts';
import { writeToken } from '#workers/ecash/write-token.ts';
import { walletAt } from '#tests/support/core-world.ts';
import { openPlace } from '#tests/support/ecash-at-mint.ts';
import { createRelayWorld } from '#tests/support/relay-world.ts';
import { openEcashBrowser, type EcashBrowser, type EcashTab } from '#tests/support/ecash-tab.ts';

const ANNA = new Uint8Array(32).fill(3);
const BEN = new Uint8Array(32).fill(5);

/** All rows of all stores of an account's ledger. */
const contentOf = async (indexedDB: IDBFactory, secret: Uint8Array): Promise<unknown> => {
  const opening = indexedDB.open(ledgerName(getPublicKey(secret)));
  const database = await new Promise<IDBDatabase>((resolve) =>
    opening.addEventListener('success', () => resolve(opening.result)),
  );
  const transaction = database.transaction([...database.objectStoreNames]);
  const rows = [...database.objectStoreNames].map(
    (name) =>
      new Promise((resolve) => {
        const asked = transaction.objectStore(name).getAll();
        asked.addEventListener('success', () => resolve(asked.result));
      }),
  );
  const all = await Promise.all(rows);
  database.close();
  return all;
};

describe('ecash in the app', { timeout: 60_000 }, () => {
  let place: Awaited<ReturnType<typeof openPlace>>;
  const browsers: EcashBrowser[] = [];
  const browser = (options?: Parameters<typeof openEcashBrowser>[0]) => {
    const opened = openEcashBrowser(options);
    browsers.push(opened);
    return opened;
  };
  beforeEach(async () => {
    place = await openPlace();
  });
  afterEach(async () => {
    for (const one of browsers.splice(0)) one.close();
    await place.mint.stop();
  });

  const withWallet = (tab: EcashTab) => beginWallet(tab, place);

  const deposit = (tab: EcashTab, amount: number) => payDeposit(tab, place, amount);

  it.each([
    [6_000, 2_500],
    [65_535, 32_767],
    [999_999, 333_333],
  ])(
    '[SEND-01] [SEND-02] is filled with %d sats, of which %d go to somebody in as many proofs as that takes',
    async (all, sent) => {
      const anna = await withWallet(browser().open(ANNA));
      await deposit(anna, all);
      await anna.until('filled', ({ balance }) => balance === all);
      const id = await anna.ecash.send({ mint: place.mint.url, amount: sent });
      await anna.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
      const ben = await withWallet(browser().open(BEN));
      await ben.ecash.receive(await anna.ecash.token(id));
      await ben.until('taken', ({ balance, open }) => balance === sent && open.length === 0);
      await anna.until('gone', ({ balance, open }) => balance === all - sent && open.length === 0);
    },
  );

  it('is made, filled, sent, received and found again after a reload', async () => {
    const first = browser();
    const anna = await withWallet(first.open(ANNA));
    await deposit(anna, 100);
    await anna.until('100', ({ balance }) => balance === 100);
    const id = await anna.ecash.send({ mint: place.mint.url, amount: 30 });
    await anna.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    const token = await anna.ecash.token(id);
    anna.kill();

    const other = browser();
    const ben = await withWallet(other.open(BEN));
    expect(await ben.ecash.readToken(token)).toMatchObject({
      amount: 30,
      isKnown: true,
      isProven: true,
      problem: undefined,
    });
    await ben.ecash.receive(token);
    await ben.until('30', ({ balance }) => balance === 30);

    const again = first.open(ANNA);
    await again.until('acts', () => acts(again));
    await again.until('taken', ({ open, balance }) => balance === 70 && open.length === 0);
    expect(again.stand()).toMatchObject({ exists: true, areWordsKept: false });
    expect((await ben.ecash.readToken(token)).problem).toEqual({ code: 'token-spent' });
    expect(place.mint.books.outstanding()).toBe(100);
  });

  it('[SEND-01] is received as far as nobody else took it before', async () => {
    const anna = await withWallet(browser().open(ANNA));
    await deposit(anna, 100);
    await anna.until('100', ({ balance }) => balance === 100);
    const id = await anna.ecash.send({ mint: place.mint.url, amount: 26 });
    await anna.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    const token = await anna.ecash.token(id);
    const { mint, unit, proofs } = readBareToken(token);
    const [first, ...others] = proofs.toSorted((one, other) => one.amount - other.amount);
    const ben = await withWallet(browser().open(BEN));
    await ben.ecash.receive(writeToken({ mint, unit, proofs: [first!] }));
    await ben.until('a part', ({ balance, open }) => balance === first!.amount && open.length === 0);
    const left = { amount: 26 - first!.amount, gone: first!.amount, pieces: others.length, problem: undefined };
    const seen = await ben.ecash.readToken(token);
    expect(seen).toMatchObject(left);
    await ben.ecash.receive(token, undefined, seen);
    await ben.until('the rest', ({ balance, open }) => balance === 26 && open.length === 0);
    expect(ben.stand().history[0]).toMatchObject({ outcome: 'done', amount: left.amount });
    expect((await ben.ecash.readToken(token)).problem).toEqual({ code: 'token-spent' });
    await anna.until('taken', ({ open, balance }) => balance === 74 && open.length === 0);
  });

  it('has no secret key in a token or a request that one hands to others', async () => {
    const anna = await withWallet(browser().open(ANNA));
    await deposit(anna, 10);
    await anna.until('10', ({ balance }) => balance === 10);
    const [mint, memo] = [place.mint.url, `key ${nsecEncode(ANNA)}`];
    const refused = { problem: { code: 'secret-inside' } };
    await expect(anna.ecash.send({ mint, amount: 5, memo })).rejects.toMatchObject(refused);
    const request = { memo, mints: [mint], isSingleUse: true, isLocked: false };
    await expect(anna.ecash.makeRequest(request)).rejects.toMatchObject(refused);
    const typed = `https://${nsecEncode(ANNA)}.example`;
    for (const act of ['meet', 'addMint'] as const) await expect(anna.ecash[act](typed)).rejects.toMatchObject(refused);
    expect(anna.stand()).toMatchObject({ balance: 10, open: [], requests: [] });
  });

  it('is closed with the key, opened with it, and shows what is there meanwhile', async () => {
    const anna = await withWallet(browser().open(ANNA));
    await deposit(anna, 21);
    anna.lock(true);
    await anna.until('locked', () => anna.chart.getSnapshot().hasTag('locked'));
    expect(anna.stand().balance).toBe(21);
    await expect(anna.ecash.send({ mint: place.mint.url, amount: 5 })).rejects.toMatchObject({
      problem: { code: 'ecash-locked' },
    });
    // what is wrong with a token by itself is told without the key
    await expect(anna.ecash.readToken('cashuZnothing')).rejects.toMatchObject({ problem: { code: 'token-version' } });
    const proof = { id: '00ad268c4d1f5826', amount: 1, secret: 'x', C: `02${'1'.repeat(64)}` };
    const token = writeToken({ mint: place.mint.url, unit: 'sat', proofs: [proof] });
    await expect(anna.ecash.readToken(token)).rejects.toMatchObject({ problem: { code: 'ecash-locked' } });
    anna.lock(false);
    // what is asked for while it opens waits for that
    expect(anna.chart.getSnapshot().hasTag('opening')).toBe(true);
    await expect(anna.ecash.sendCosts({ mint: place.mint.url, amount: 5 })).resolves.toMatchObject({ amount: 5 });
    await anna.until('acts', () => acts(anna));
    const id = await anna.ecash.send({ mint: place.mint.url, amount: 5 });
    await anna.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    await anna.ecash.reclaim(id);
    await anna.until('back', ({ balance, open }) => balance === 21 && open.length === 0);
  });

  it('is of the account: another one sees nothing of it, and money that came meanwhile is found', async () => {
    const anna = await withWallet(browser().open(ANNA));
    const id = await anna.ecash.deposit({ mint: place.mint.url, amount: 8 });
    await anna.until('invoice', ({ open }) => open.some((record) => record.id === id));
    const { quote } = anna.stand().open.find((record) => record.id === id)!;
    anna.login(BEN);
    await anna.until('nothing', ({ exists, mints }) => !exists && mints.length === 0);
    await expect(anna.ecash.send({ mint: place.mint.url, amount: 5 })).rejects.toMatchObject({
      problem: { code: 'ecash-none' },
    });
    place.lightning.pay('payer', quote!.invoice);
    anna.login(ANNA);
    await anna.until('deposited', ({ balance }) => balance === 8);
  });

  it('has a recovery phrase that opens the same wallet elsewhere, and a mint that is used cannot be removed', async () => {
    const anna = await withWallet(browser().open(ANNA));
    await deposit(anna, 13);
    const words = await anna.ecash.words();
    expect(words.split(' ')).toHaveLength(12);
    await expect(anna.ecash.removeMint(place.mint.url)).rejects.toMatchObject({ problem: { code: 'mint-in-use' } });
    await expect(anna.ecash.create()).rejects.toMatchObject({ problem: { code: 'ecash-exists' } });
    await anna.ecash.keepWords();
    await anna.until('kept', ({ areWordsKept }) => areWordsKept);
    const other = browser().open(ANNA);
    await other.until('looked', (stand) => !stand.exists);
    await other.ecash.create(words);
    await other.until('acts', () => acts(other));
    other.ecash.restore([place.mint.url]);
    await other.until('found', ({ balance }) => balance === 13);
    await other.until('done', () => other.ecash.restoring.get()?.[0]?.stands === 'done');
    expect(other.ecash.restoring.get()![0]).toMatchObject({ found: 13, problem: undefined });
    other.login(BEN);
    await other.until('nothing', ({ exists }) => !exists);
    expect(other.ecash.restoring.get()).toBeUndefined();
  });

  it('goes on by itself with a mint that did not answer when its words were looked for', async () => {
    const anna = await withWallet(browser().open(ANNA));
    await deposit(anna, 640);
    const words = await anna.ecash.words();
    anna.kill();
    const opened = browser();
    const other = opened.open(BEN);
    await other.until('looked', (stand) => !stand.exists);
    await other.ecash.create(words);
    await other.until('acts', () => acts(other));
    for (const on of ['info', 'keys', 'keysets'] as const)
      place.mint.faults.script({ on, fault: { type: 'status', status: 503 }, times: 1_000 });
    other.ecash.restore([place.mint.url]);
    const row = () => other.ecash.restoring.get()?.[0];
    await other.until('silent', () => row()?.stands === 'failed');
    expect(row()).toMatchObject({ goesOn: true, found: 0 });
    other.ecash.stopRestoring();
    await other.until('finished', () => other.ecash.restoring.get() === undefined);
    const { id } = other.stand().open[0]!;
    expect(other.stand().open).toMatchObject([{ kind: 'restore', mint: place.mint.url }]);
    other.kill();
    const later = opened.open(BEN);
    await later.until('acts', () => acts(later));
    place.mint.faults.clear();
    later.ecash.look(id);
    await later.until('found', ({ balance, open }) => balance === 640 && open.length === 0);
    await later.until('its mint', ({ mints }) => mints[0]?.facts !== undefined);
  });

  it('is not looked for any more at a mint that never answered, when somebody says so', async () => {
    const anna = await withWallet(browser().open(ANNA));
    anna.ecash.restore(['http://localhost:9']);
    await anna.until('silent', () => anna.ecash.restoring.get()?.[0]?.stands === 'failed');
    expect(anna.stand().mints).toHaveLength(2);
    anna.ecash.stopRestoring(anna.stand().open[0]!.id);
    await anna.until('ended', ({ open, mints }) => open.length === 0 && mints.length === 1);
  });

  it('is not made by an extension that cannot encrypt, and nothing is left of the attempt', async () => {
    const tab = browser({ nip44: false }).open(ANNA);
    await tab.until('looked', (stand) => !stand.exists);
    await expect(tab.ecash.create()).rejects.toMatchObject({ problem: { code: 'ecash-no-cipher' } });
    expect(tab.stand().exists).toBe(false);
  });

  /** A browser whose signer may refuse to open anything. */
  const refusing = () => {
    let [isRefused, decrypts] = [false, 0];
    const asked = (call: string) => {
      if (call !== 'decrypt') return;
      decrypts += 1;
      if (isRefused) throw new Error('no');
    };
    return {
      browser: browser({ asked }),
      refuses: (is: boolean) => void (isRefused = is),
      decrypts: () => decrypts,
    };
  };

  it('is opened by the next press where the signer refused at first, and says so while it refuses', async () => {
    const { browser: first, refuses, decrypts } = refusing();
    const anna = await withWallet(first.open(ANNA));
    await deposit(anna, 21);
    anna.kill();
    refuses(true);
    const again = first.open(ANNA);
    await again.until('refused', () => again.chart.getSnapshot().hasTag('attention'));
    const costs = () => again.ecash.sendCosts({ mint: place.mint.url, amount: 5 });
    const refused = { problem: { code: 'ecash-key-refused' } };
    const asked = decrypts();
    await expect(costs()).rejects.toMatchObject(refused);
    // nobody is asked because of what is typed or shown
    expect(decrypts()).toBe(asked);
    const { ecash } = again;
    const send = () => ecash.send({ mint: place.mint.url, amount: 5 });
    const source = again.source({ kind: 'ecash', mint: place.mint.url });
    const presses = [send, source.prepare!, ecash.findMints, ecash.address.fetch, ecash.resumePayments];
    for (const press of presses) await expect(press()).rejects.toMatchObject(refused);
    expect(decrypts()).toBe(asked + presses.length);
    expect(source.unready()).toMatchObject({ code: 'not-connected' });
    refuses(false);
    await expect(costs()).rejects.toMatchObject(refused);
    // both wait for the same answer of the signer
    const [id] = await Promise.all([send(), ecash.address.fetch()]);
    await again.until('acts', () => acts(again));
    await again.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    await ecash.reclaim(id);
    await again.until('back', ({ balance, open }) => balance === 21 && open.length === 0);
    await deposit(again, 4);
    expect(again.stand().balance).toBe(25);
  });

  it('is closed with the key where it could not be opened, too', async () => {
    const { browser: first, refuses } = refusing();
    const anna = await withWallet(first.open(ANNA));
    anna.lock(true);
    refuses(true);
    anna.lock(false);
    await anna.until('refused', () => anna.chart.getSnapshot().hasTag('attention'));
    anna.lock(true);
    await anna.until('locked', () => anna.chart.getSnapshot().hasTag('locked'));
    await expect(anna.ecash.token('o')).rejects.toMatchObject({ problem: { code: 'ecash-locked' } });
  });

  it('goes on after its worker died', async () => {
    const anna = await withWallet(browser().open(ANNA));
    anna.workers.at(-1)!.crash();
    await anna.until('opened again', () => acts(anna) && anna.workers.length === 2);
    await deposit(anna, 4);
    expect(anna.stand().balance).toBe(4);
  });

  it('is acted on by one tab; another one takes its place when it dies, and goes on with what it left', async () => {
    const first = browser();
    const leader = await withWallet(first.open(ANNA));
    const follower = first.open(ANNA);
    await follower.until('follows', () => follower.chart.getSnapshot().hasTag('follows'));
    await deposit(follower, 50);
    await leader.until('the same', ({ balance }) => balance === 50);
    const id = await follower.ecash.send({ mint: place.mint.url, amount: 20 });
    await follower.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    const invoiced = await follower.ecash.deposit({ mint: place.mint.url, amount: 9 });
    await follower.until('invoice', ({ open }) => open.some((record) => record.id === invoiced));
    const { quote } = follower.stand().open.find((record) => record.id === invoiced)!;
    leader.kill();
    const died = Date.now();
    await follower.until('acts', () => acts(follower));
    expect(Date.now() - died).toBeLessThan(2_000);
    place.lightning.pay('payer', quote!.invoice);
    await follower.until('deposited', ({ balance }) => balance === 39);
    expect(place.mint.books.outstanding()).toBe(59);
  });

  it('says in each tab what the tab that acts wrote last, also when that ended before it told of it', async () => {
    const first = browser();
    const leader = await withWallet(first.open(ANNA));
    const [second, third] = [first.open(ANNA), first.open(ANNA)];
    for (const tab of [second, third]) await tab.until('follows', () => tab.chart.getSnapshot().hasTag('follows'));
    const untold = first.ledgerOf(ANNA);
    await untold.wallet.keepWords(1);
    await untold.close();
    leader.kill();
    for (const tab of [second, third]) await tab.until('kept', ({ areWordsKept }) => areWordsKept);
  });

  it.each([
    ['frozen by the browser', true],
    ['frozen by a browser without locks', false],
  ])(
    'is acted on by another tab while the one that did is %s, and by that one again when it is alone',
    async (_, hasLocks) => {
      const first = browser({ hasLocks });
      const frozen = await withWallet(first.open(ANNA));
      const other = first.open(ANNA);
      await other.until('follows', () => other.chart.getSnapshot().hasTag('follows'));
      frozen.document.dispatchEvent(new Event('freeze'));
      await other.until('acts', () => acts(other));
      expect(acts(frozen)).toBe(false);
      await deposit(other, 50);
      frozen.document.dispatchEvent(new Event('resume'));
      await frozen.until('follows', ({ balance }) => frozen.chart.getSnapshot().hasTag('follows') && balance === 50);
      expect(acts(other)).toBe(true);
      other.kill();
      await frozen.until('acts', () => acts(frozen));
    },
  );

  it('says what is there when the page is shown again that the browser kept for a way back', async () => {
    const first = browser();
    const kept = await withWallet(first.open(ANNA));
    const other = first.open(ANNA);
    await other.until('follows', () => other.chart.getSnapshot().hasTag('follows'));
    kept.window.dispatchEvent(new Event('pagehide'));
    await other.until('acts', () => acts(other));
    // a page that is kept hears nothing
    other.isMute = true;
    await deposit(other, 20);
    expect(kept.stand().balance).toBe(0);
    kept.window.dispatchEvent(new Event('pageshow'));
    await kept.until('20', ({ balance }) => balance === 20);
  });

  it('says what was here when the browser has thrown the ledger away, and takes nothing into an empty one', async () => {
    const first = browser();
    const anna = await withWallet(first.open(ANNA));
    await deposit(anna, 70);
    await deleteLedger(first.indexedDB, getPublicKey(ANNA));
    const { url: mint } = place.mint;
    await expect(anna.ecash.deposit({ mint, amount: 5 })).rejects.toMatchObject({ problem: { code: 'ecash-none' } });
    const next = first.open(ANNA);
    await next.until('lost', ({ exists, lost }) => !exists && lost?.sats === 70);
    anna.window.dispatchEvent(new Event('pageshow'));
    await anna.until('none', ({ lost }) => lost?.sats === 70 && anna.chart.getSnapshot().hasTag('none'));
    next.ecash.forgetLost();
    await next.until('forgotten', ({ lost }) => lost === undefined);
    const later = first.open(ANNA);
    await later.until('nothing was here', ({ exists, lost }) => !exists && lost === undefined);
    // nothing holds the secrets of the one that is gone
    await anna.ecash.create();
    await anna.until('acts', ({ exists }) => exists && acts(anna));
  });

  it('asks the browser once to keep what is here, when something has come in', async () => {
    const persist = vi.fn<() => Promise<boolean>>(async () => true);
    const anna = await withWallet(browser({ persist }).open(ANNA));
    expect(persist).not.toHaveBeenCalled();
    await deposit(anna, 7);
    await deposit(anna, 8);
    await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
  });

  it('[TOKEN-15] refuses a token with a wrong DLEQ, or locked to somebody else, in its words, and writes nothing down', async () => {
    const anna = await withWallet(browser().open(ANNA));
    const printer = await walletAt(place.mint.url, async (invoice) => void place.lightning.pay('payer', invoice));
    const { core, unit } = printer;
    const print = async (lock?: { pubkey: string }) => {
      const { quote, request } = await core.mintQuote({ mint: place.mint.url, unit, amount: 8 });
      place.lightning.pay('payer', request);
      const outputs = await printer.prepare({ send: 8, ...(lock && { lock }) });
      return core.writeToken({ proofs: (await core.mint({ mint: place.mint.url, quote, outputs })).proofs });
    };
    const { proofs, ...bare } = readBareToken(await print());
    const wrong = proofs.map((proof) => ({ ...proof, dleq: { ...proof.dleq!, s: proof.dleq!.e } }));
    const locked = await print({ pubkey: `02${getPublicKey(new Uint8Array(32).fill(9))}` });
    for (const [token, words] of [
      [writeToken({ ...bare, proofs: wrong }), 'Token contains proofs with invalid DLEQ'],
      [locked, 'This token is locked to somebody else.'],
    ] as const) {
      const { problem } = await anna.ecash.readToken(token);
      expect(problem && wordsFor(ecashProblems, problem)).toBe(words);
      await expect(anna.ecash.receive(token)).rejects.toMatchObject({ problem });
    }
    expect([anna.stand().open, anna.stand().history]).toEqual([[], []]);
  });

  it('takes a deposit that another tab wrote down, though that was gone before it told of it', async () => {
    const first = browser();
    const leader = await withWallet(first.open(ANNA));
    await deposit(leader, 10);
    const other = first.open(ANNA);
    await other.until('follows', () => other.chart.getSnapshot().hasTag('follows'));
    // nothing of what it writes down is told any more
    other.chart.stop();
    const id = await other.ecash.deposit({ mint: place.mint.url, amount: 9 });
    await other.until('written down', ({ open }) => open.some((one) => one.id === id));
    const { quote } = other.stand().open.find((one) => one.id === id)!;
    place.lightning.pay('payer', quote!.invoice);
    await leader.until('deposited', ({ balance }) => balance === 19);
  });

  it('without locks the second tab is read only and says so, until the first is gone', async () => {
    const first = browser({ hasLocks: false });
    const leader = await withWallet(first.open(ANNA));
    const second = first.open(ANNA);
    await second.until('read only', () => second.chart.getSnapshot().hasTag('read only'));
    expect([leader.ecash.isReadOnly.get(), second.ecash.isReadOnly.get()]).toEqual([false, true]);
    await expect(second.ecash.deposit({ mint: place.mint.url, amount: 5 })).rejects.toMatchObject({
      problem: { code: 'ecash-other-tab' },
    });
    leader.kill();
    const died = Date.now();
    await second.until('acts', () => acts(second));
    expect(Date.now() - died).toBeLessThan(2_500);
    expect(second.ecash.isReadOnly.get()).toBe(false);
  });

  it('moves a token to another mint though its tab is gone: the next visit goes on, once', async () => {
    const other = await startMint({ ledger: place.lightning, cacheSeconds: false, seed: 'other', name: 'other' });
    const anna = await withWallet(browser().open(ANNA));
    await deposit(anna, 100);
    const id = await anna.ecash.send({ mint: place.mint.url, amount: 64 });
    await anna.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    const token = await anna.ecash.token(id);

    const second = browser();
    const ben = second.open(BEN);
    await ben.until('looked', (stand) => !stand.exists);
    await ben.ecash.create();
    await ben.ecash.addMint(other.url);
    await ben.until('acts', () => acts(ben));
    const received = await ben.ecash.receive(token, other.url);
    ben.kill();
    const again = second.open(BEN);
    await again.until('moved', ({ mints, open }) => open.length === 0 && mints[0]?.url === other.url);
    const rows = again.stand().history;
    const onward = rows.find(({ operation }) => operation === received)?.onward;
    expect(rows.filter(({ kind }) => kind === 'melt')).toMatchObject([{ operation: onward, outcome: 'done' }]);
    expect(again.stand().mints[0]).toMatchObject({ balance: other.books.outstanding() });
    expect(again.stand().balance).toBe(other.books.outstanding() + place.mint.books.outstanding() - 36);
    await other.stop();
  });

  it('leads on for the tab that waits, though that could not say yet that it does', async () => {
    const first = browser();
    const leader = await withWallet(first.open(ANNA));
    await deposit(leader, 32);
    const ledger = first.ledgerOf(ANNA);
    const heir = first.open(ANNA);
    await heir.until('follows', () => heir.chart.getSnapshot().hasTag('follows'));
    const waits = first.open(ANNA);
    await waits.until('follows', () => waits.chart.getSnapshot().hasTag('follows'));
    // what it says to the others is lost with the tab that acted
    waits.isMute = true;
    leader.kill();
    const id = await waits.ecash.send({ mint: place.mint.url, amount: 5 });
    await heir.until('acts', () => acts(heir));
    heir.window.dispatchEvent(new Event('online'));
    await heir.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    expect(await waits.ecash.token(id)).toMatch(/^cashuB/);
    await ledger.close();
  });

  it('leaves a keyset that the mint retires, by itself, and says what that cost', async () => {
    const anna = await withWallet(browser().open(ANNA));
    await deposit(anna, 100);
    const [old] = Object.keys(anna.stand().mints[0]!.pieces);
    place.mint.books.rotate({ finalExpiry: Math.floor(Date.now() / 1_000) + 100_000_000 });
    await anna.ecash.refreshMint(place.mint.url);
    const fresh = [...place.mint.books.keysets.values()].at(-1)!.id;
    await anna.until('moved', ({ mints, open }) => open.length === 0 && Object.keys(mints[0]!.pieces).join() === fresh);
    expect(anna.stand()).toMatchObject({
      balance: 100,
      history: [{ kind: 'consolidation', fee: 0, leaves: [old] }, {}],
    });
    expect(place.mint.books.outstanding()).toBe(100);
  });

  it('asks a mint for somebody as it asks for itself: one that answers again is waited for no more, a busy one is left alone', async () => {
    const anna = await withWallet(browser().open(ANNA));
    const { url, faults } = place.mint;
    const link = () =>
      anna.chart.getSnapshot().children[`mint ${url}`]?.getSnapshot() as SnapshotFrom<typeof mintLinkMachine>;
    await anna.until('known', () => link()?.hasTag('known'));
    const seen: unknown[] = [];
    anna.chart.subscribe(({ value }) => seen.push(JSON.stringify(value).includes('recovering')));
    const refresh = () => anna.ecash.refreshMint(url);
    faults.script({ on: 'info', fault: { type: 'status', status: 502 }, times: 100 });
    await expect(refresh()).rejects.toMatchObject({ problem: { code: 'mint-status', status: 502 } });
    expect(link().hasTag('silent')).toBe(true);
    faults.clear();
    await refresh();
    expect(link().hasTag('known')).toBe(true);
    expect(seen).toContain(true);
    faults.script({ on: 'info', fault: { type: 'status', status: 429, retryAfter: '90' }, times: 100 });
    const asked = () => faults.seen.filter((on) => on === 'info').length;
    await expect(refresh()).rejects.toMatchObject({ problem: { code: 'mint-busy' } });
    const before = asked();
    await expect(refresh()).rejects.toMatchObject({ problem: { code: 'mint-busy' } });
    expect(asked()).toBe(before);
    // it is asked by somebody whose key is locked, too
    faults.clear();
    anna.lock(true);
    await anna.until('locked', () => anna.chart.getSnapshot().hasTag('locked'));
    await expect(refresh()).resolves.toBeUndefined();
  });

  it('is not wanted by the next visit when nothing is open', async () => {
    // where others are told that nutzaps are taken, each visit looks for them
    const anna = await withWallet(browser({ requests: createRelayWorld([]).requests }).open(ANNA));
    await deposit(anna, 4);
    await anna.until('nothing is open', () => !hasEcashTraces(anna.local));
    await anna.ecash.deposit({ mint: place.mint.url, amount: 5 });
    expect(hasEcashTraces(anna.local)).toBe(true);
  });

  it('leaves no secret, witness, seed, words or token in the database of a locked app', async () => {
    const first = browser();
    const anna = await withWallet(first.open(ANNA));
    await deposit(anna, 32);
    const id = await anna.ecash.send({ mint: place.mint.url, amount: 7 });
    await anna.until('out', ({ open }) => open.some((record) => record.id === id && record.phase === 'waiting'));
    const [token, words] = [await anna.ecash.token(id), await anna.ecash.words()];
    const secrets = readBareToken(token).proofs.flatMap(({ secret, C }) => [secret, C]);
    anna.lock(true);
    await anna.until('locked', () => anna.chart.getSnapshot().hasTag('locked'));
    const kept = JSON.stringify(await contentOf(first.indexedDB, ANNA));
    expect(kept).toContain(place.mint.url);
    // one word alone may be a name of the database
    const pairs = words.split(' ').flatMap((word, at, all) => [`${word} ${all[at + 1]}`, `"${word}","${all[at + 1]}"`]);
    const seed = mnemonicToSeedSync(words);
    const seeds = [bytesToHex(seed), Buffer.from(seed).toString('base64'), [...seed].join(',')];
    for (const secret of [token, words, ...pairs, ...secrets, ...seeds]) expect(kept.includes(secret)).toBe(false);
    // what is sealed of a proof has no name outside of its seal either
    for (const part of ['secret', 'C', 'witness', 'dleq', 'blindingFactor']) expect(kept).not.toContain(`"${part}":`);
  });

  it('[SEND-01] gives back a token that its mint refused to exchange, to be tried again or kept elsewhere', async () => {
    const anna = await withWallet(browser().open(ANNA));
    await deposit(anna, 100);
    const sent = await anna.ecash.send({ mint: place.mint.url, amount: 30, memo: 'two jars' });
    await anna.until('out', ({ open }) => open.some((record) => record.id === sent && record.phase === 'waiting'));
    const token = await anna.ecash.token(sent);
    const ben = await withWallet(browser().open(BEN));
    place.mint.faults.script({ on: 'swap', fault: { type: 'refused', code: 777, detail: 'back in an hour' } });
    const id = await ben.ecash.receive(token);
    await ben.until('refused', ({ history }) => history[0]?.outcome === 'not done');
    const kept = await ben.ecash.token(id);
    expect(readBareToken(kept)).toEqual(readBareToken(token));
    await ben.ecash.receive(kept);
    await ben.until('taken', ({ balance, open }) => balance === 30 && open.length === 0);
  });
});
