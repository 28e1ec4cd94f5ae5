import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { nsecEncode } from 'nostr-tools/nip19';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { defineConnect } from '#actors/wallet/connection-slots.ts';
import { createLedger } from '#devnet/lightning/ledger.ts';
import { readInvoice } from '#domain/wallet/invoice.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { EventTemplate, Signer } from '#domain/protocol/signer.ts';
import { deriveKey } from '#domain/session/key-cipher.ts';
import { writeBase64 } from '#domain/text/base64.ts';
import type { PaymentEvidence, PaymentRecord } from '#domain/wallet/payment.ts';
import { walletProblemOf, type WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { WALLET_NAME_MAX } from '#domain/wallet/wallet-limits.ts';
import { freeName, walletRecordName, type OldWalletRecord } from '#domain/wallet/wallet-record.ts';
import type { WalletLink } from '#actors/wallet/wallet-link.ts';
import { connectWebln, hasProvider } from '#actors/wallet/webln.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';
import {
  client,
  honest,
  openPairing,
  owner,
  pairingCode,
  pairingWish,
  reply,
  signer,
  stranger,
  wallet,
  walletPubkey,
  type Script,
  GOING,
} from '#tests/support/paired-wallet.ts';

/** The pairing as version 2 kept it, under a password that a signature gives. */
const sealedAsBefore = async (passphrase: string): Promise<OldWalletRecord> => {
  const [salt, iv] = [crypto.getRandomValues(new Uint8Array(16)), crypto.getRandomValues(new Uint8Array(24))];
  const derived = await deriveKey(crypto.subtle, { passphrase, salt, iterations: 1_000 });
  return {
    pubkey: walletRecordName(owner),
    kdf: 'PBKDF2',
    iterations: 1_000,
    saltB64: writeBase64(salt),
    algo: 'XCHACHA20-POLY1305',
    ivB64: writeBase64(iv),
    ciphertextB64: writeBase64(xchacha20poly1305(derived, iv).encrypt(new TextEncoder().encode(pairingCode))),
    version: 2,
    timestamp: NOW,
  };
};

const NSEC = nsecEncode(new Uint8Array(32).fill(9));
/** ms since the epoch, as the pairing has it */
const NOW = 1_700_000_000_000;

describe('connecting a remote wallet', () => {
  it('[WALLET-11] [WALLET-12] [WALLET-13] [WALLET-14] asks who it is, says so, and saves it encrypted under a key that only the account can unwrap', async () => {
    const { connecting, saved, keystore, storage } = openPairing();
    const connected = await connecting.connect(pairingWish(true), 1, GOING);
    expect(connected).toMatchObject({
      kind: 'nwc',
      name: 'Mine',
      alias: 'Alder',
      walletPubkey,
      lud16: 'me@alder.example',
    });
    const [stored] = saved.of(owner);
    expect(stored).toMatchObject({ id: connected.id, connectionString: 'encrypted', walletType: 'nwc' });
    expect(stored).toMatchObject({ connectedAt: NOW, lastUsed: NOW });
    const records = await keystore.wallets();
    expect(records).toEqual([
      expect.objectContaining({ version: 3, wrap: 'nip44', pubkey: walletRecordName(owner, connected.id) }),
    ]);
    const kept = JSON.stringify([records, storage.getItem('nostrStoredWallets')]);
    for (const secret of [bytesToHex(client), 'walletconnect:']) expect(kept).not.toContain(secret);
    connecting.drop();
    expect(await connecting.connect({ kind: 'saved', id: connected.id! }, 1, GOING)).toMatchObject({
      name: 'Mine',
      id: connected.id,
    });
    expect(await connecting.link()?.balance()).toBe(21);
  });

  it('knows a pairing code again that was saved before: the wallet stays one, by the name that it was given last', async () => {
    const { connecting, saved, keystore } = openPairing();
    const first = await connecting.connect(pairingWish(true), 1, GOING);
    connecting.drop();
    const again = await connecting.connect({ ...pairingWish(true), name: 'Savings' }, 1, GOING);
    expect(again).toMatchObject({ id: first.id, name: 'Savings' });
    expect(saved.of(owner)).toEqual([expect.objectContaining({ id: first.id, name: 'Savings' })]);
    expect(await keystore.wallets()).toHaveLength(1);
    connecting.drop();
    expect(await connecting.connect({ kind: 'saved', id: first.id! }, 1, GOING)).toMatchObject({ name: 'Savings' });
    connecting.drop();
    // that of an older version is known once it was connected
    const { client: _, ...older } = saved.of(owner)[0]!;
    await saved.save(older);
    await connecting.connect({ kind: 'saved', id: first.id! }, 1, GOING);
    connecting.drop();
    expect(await connecting.connect({ ...pairingWish(true), name: '' }, 1, GOING)).toMatchObject({ name: 'Savings' });
    expect(saved.of(owner)).toEqual([expect.objectContaining({ id: first.id, name: 'Savings' })]);
  });

  it('[WALLET-04] has the name it is given by default where it has none, and keeps that by which it was saved', async () => {
    const { connecting, saved } = openPairing();
    const nameless = (keep: boolean, defaultName: string) => ({ ...pairingWish(keep), name: '', defaultName });
    expect(await connecting.connect(nameless(false, 'Of today'), 1, GOING)).toMatchObject({
      id: undefined,
      name: 'Of today',
    });
    connecting.drop();
    expect(await connecting.connect(nameless(true, 'Of today'), 1, GOING)).toMatchObject({ name: 'Of today' });
    connecting.drop();
    const { id } = await connecting.connect({ ...nameless(true, 'Of today'), name: 'Savings' }, 1, GOING);
    connecting.drop();
    expect(await connecting.connect(nameless(true, 'Of tomorrow'), 1, GOING)).toMatchObject({ id, name: 'Savings' });
    expect(saved.of(owner)).toEqual([expect.objectContaining({ id, name: 'Savings' })]);
  });

  it('has a name of its own among those that are saved', async () => {
    const { connecting, saved } = openPairing();
    const { client: _, ...first } = await connecting
      .connect(pairingWish(true), 1, GOING)
      .then(() => saved.of(owner)[0]!);
    await saved.remove(first.id);
    await saved.save({ ...first, id: 'wallet_1_other' });
    connecting.drop();
    expect(await connecting.connect(pairingWish(true), 1, GOING)).toMatchObject({ name: 'Mine (2)' });
    expect(saved.of(owner).map(({ name }) => name)).toEqual(expect.arrayContaining(['Mine', 'Mine (2)']));
    expect(freeName('Mine', ['Mine', 'Mine (2)', 'Yours'])).toBe('Mine (3)');
    const long = 'x'.repeat(WALLET_NAME_MAX);
    expect(freeName(long, [long])).toMatch(/^x+ \(2\)$/);
    expect(freeName(long, [long]).length).toBeLessThanOrEqual(WALLET_NAME_MAX);
  });

  it('[WALLET-21] [WALLET-38] opens nothing without the key of the account, and not what is gone', async () => {
    const { connecting, saved } = openPairing();
    const { id } = await connecting.connect(pairingWish(true), 1, GOING);
    await saved.clear(owner);
    expect(
      walletProblemOf(await connecting.connect({ kind: 'saved', id: id! }, 1, GOING).catch((error: unknown) => error)),
    ).toEqual({ code: 'wallet-not-found' });
    const locked = openPairing(honest, null);
    expect((await locked.connecting.connect(pairingWish(true), 1, GOING)).id).toBeUndefined();
    expect(locked.saved.of(owner)).toEqual([]);
  });

  it.each<[string, (stop: () => void, leave: () => void) => void]>([
    ['signed out', (_, leave) => leave()],
    ['signed out, and in again', (stop) => stop()],
  ])('[WALLET-17] saves nothing of who %s while their extension asks whether it may encrypt', async (_, act) => {
    const asks = Promise.withResolvers<void>();
    const allowed = Promise.withResolvers<void>();
    const slow: Signer = {
      ...signer,
      nip44: {
        ...signer.nip44!,
        async encrypt(...asked) {
          asks.resolve();
          await allowed.promise;
          return signer.nip44!.encrypt(...asked);
        },
      },
    };
    const { connecting, saved, keystore, leave } = openPairing(honest, slow);
    const attempt = new AbortController();
    const connected = connecting.connect(pairingWish(true), 1, attempt.signal).catch(() => {});
    await asks.promise;
    act(() => attempt.abort(), leave);
    await saved.clear(owner);
    allowed.resolve();
    await connected;
    expect([saved.of(owner), await keystore.wallets()]).toEqual([[], []]);
  });

  it('[WALLET-17] takes back what was written while its owner signed out', async () => {
    const { connecting, saved, keystore, leave } = openPairing();
    const save = saved.save.bind(saved);
    vi.spyOn(saved, 'save').mockImplementation(async (...asked) => {
      await save(...asked);
      leave();
    });
    expect((await connecting.connect(pairingWish(true), 1, GOING)).id).toBeUndefined();
    expect([saved.of(owner), await keystore.wallets()]).toEqual([[], []]);
  });

  describe('[WALLET-38] what cannot be decrypted is said so', () => {
    const wordsOf = async (by: Signer | null, record: 2 | 3) => {
      const pairing = openPairing();
      const { id } = await pairing.connecting.connect(pairingWish(true), 1, GOING);
      if (record === 2) {
        await pairing.keystore.saveWallet(await sealedAsBefore('ab'.repeat(64)));
        await pairing.keystore.removeWallets([walletRecordName(owner, id)]);
      }
      const again = pairing.reopen(by);
      const problem = walletProblemOf(
        await again.connect({ kind: 'saved', id: id! }, 1, GOING).catch((error: unknown) => error),
      );
      return walletProblemText(problem);
    };
    const sentence = 'Wallet not found or could not be decrypted';

    it('of an extension that does not decrypt, or that refuses', async () => {
      expect(await wordsOf({ ...signer, nip44: undefined }, 3)).toBe(sentence);
      const refuses = () => Promise.reject(new Error('no'));
      expect(await wordsOf({ ...signer, nip44: { encrypt: refuses, decrypt: refuses } }, 3)).toBe(sentence);
    });

    it('of a record of version 2 whose signature is refused', async () => {
      expect(await wordsOf({ ...signer, signEvent: () => Promise.reject(new Error('no')) }, 2)).toBe(sentence);
    });

    it('of a key that is locked, and how it is unlocked', async () => {
      const hint = 'Unlock your key first: saved wallets are encrypted with it.';
      expect(await wordsOf(null, 3)).toBe(`${sentence}. ${hint}`);
    });
  });

  it('is the saved one also where what lay open cannot be encrypted now', async () => {
    const { connecting, saved } = openPairing();
    const { id } = await connecting.connect(pairingWish(true), 1, GOING);
    connecting.drop();
    const open = saved.of(owner).map((one) => ({ ...one, connectionString: pairingCode }));
    vi.spyOn(saved, 'of').mockReturnValue(open);
    vi.spyOn(saved, 'save').mockRejectedValue(new Error('full'));
    expect(await connecting.connect({ kind: 'saved', id: id! }, 1, GOING)).toMatchObject({ id, alias: 'Alder' });
  });

  it('[WALLET-26] [WALLET-27] saves nothing for nobody, and says so before anybody is asked', async () => {
    const { connecting, saved, sent } = openPairing(honest, signer, { isLoggedIn: false });
    for (const wish of [pairingWish(true), { kind: 'webln', name: 'Acorn', keep: true } as const]) {
      const problem = walletProblemOf(await connecting.connect(wish, 1, GOING).catch((error: unknown) => error));
      expect(walletProblemText(problem)).toBe('User pubkey is required to store the wallet connection securely');
    }
    expect([sent, saved.of(owner)]).toEqual([[], []]);
    expect(await connecting.connect(pairingWish(false), 1, GOING)).toMatchObject({ id: undefined, alias: 'Alder' });
  });

  it('[WALLET-35] opens what version 2 saved by the signature of an event of kind 27235, and saves it anew', async () => {
    const asked: EventTemplate[] = [];
    const proving: Signer = {
      ...signer,
      async signEvent(template) {
        asked.push(template);
        return { ...(await signer.signEvent(template)), sig: 'ab'.repeat(64) };
      },
    };
    const { connecting, saved, keystore } = openPairing(honest, proving);
    const { id } = await connecting.connect(pairingWish(true), 1, GOING);
    connecting.drop();
    await saved.save(saved.of(owner)[0]!, (await sealedAsBefore('ab'.repeat(64))) as never);
    await keystore.removeWallets([walletRecordName(owner, id)]);
    expect(await connecting.connect({ kind: 'saved', id: id! }, 1, GOING)).toMatchObject({ id, alias: 'Alder' });
    expect(asked).toMatchObject([{ kind: 27_235, content: '', created_at: NOW / 1_000 }]);
    expect(await keystore.wallets()).toContainEqual(expect.objectContaining({ version: 3 }));
  });

  it('[NWC-06] sends a request once its answers are listened for, at the latest after 2.5 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { connecting, sent } = openPairing(honest, signer, { isQuiet: true });
    const connected = connecting.connect(pairingWish(false), 1, GOING);
    const turns = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    await turns(0);
    await turns(2_499);
    expect(sent).toEqual([]);
    await turns(1);
    expect(sent).toHaveLength(1);
    expect(await connected).toMatchObject({ alias: 'Alder' });
    // a relay that told all it has listens
    const told = openPairing();
    expect(await told.connecting.connect(pairingWish(false), 1, GOING)).toMatchObject({ alias: 'Alder' });
  });

  it('[NWC-07] [NWC-08] an answer that comes too late fails in words, and is still told of a payment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let late = () => {};
    const { connecting } = openPairing((asked, event, say) => {
      if (asked.method === 'get_info') return honest(asked, event, say);
      const result = asked.method === 'pay_invoice' ? { preimage: 'ab'.repeat(32) } : { balance: 5_000 };
      late = () => say(reply(event, { result_type: asked.method, result }));
    });
    const turns = async (ms: number) => {
      for (let gone = 0; gone <= ms; gone += 500) {
        await vi.advanceTimersByTimeAsync(500);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const connected = connecting.connect(pairingWish(false), 1, GOING);
    await turns(1_000);
    await connected;
    const link = connecting.link()!;
    const balance = link.balance().catch(walletProblemOf);
    await turns(11_000);
    expect(walletProblemText((await balance) as WalletProblem)).toBe('Request timed out after 10000ms');
    const heard: PaymentEvidence[] = [];
    const paying = link.pay({ invoice: 'lnbc1' } as never, (evidence) => heard.push(evidence));
    await turns(26_000);
    await paying;
    expect(heard).toEqual([]);
    late();
    await turns(500);
    expect(heard).toMatchObject([{ type: 'paid', preimage: 'ab'.repeat(32) }]);
  });

  it('[NWC-11] pays an invoice: the wallet is given it as it is, and what proves that comes back', async () => {
    const asked: unknown[] = [];
    const { connecting } = openPairing((request, event, say) => {
      if (request.method !== 'pay_invoice') return honest(request, event, say);
      asked.push(request);
      say(reply(event, { result_type: request.method, result: { preimage: 'ab'.repeat(32), fees_paid: 3 } }));
    });
    await connecting.connect(pairingWish(false), 1, GOING);
    const heard: PaymentEvidence[] = [];
    await connecting.link()!.pay({ invoice: 'lnbc1' } as never, (evidence) => heard.push(evidence));
    expect(asked).toEqual([{ method: 'pay_invoice', params: { invoice: 'lnbc1' } }]);
    expect(heard).toMatchObject([{ type: 'paid', preimage: 'ab'.repeat(32), feesMsats: 3 }]);
  });

  it.each<[string, Script]>([
    ['by somebody else', ({ method }, event, say) => say(reply(event, { result_type: method, result: {} }, stranger))],
    [
      'to another request',
      ({ method }, event, say) => say(reply(event, { result_type: method, result: {} }, wallet, 'ab'.repeat(32))),
    ],
    [
      'to somebody else',
      ({ method }, event, say) => say(reply({ ...event, pubkey: owner }, { result_type: method, result: {} })),
    ],
  ])('hears no answer %s', async (_, script) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { connecting } = openPairing(script);
    const failed = connecting.connect(pairingWish(false), 1, GOING).catch(walletProblemOf);
    for (let turn = 0; turn < 40; turn += 1) {
      await vi.advanceTimersByTimeAsync(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await failed).toEqual({ code: 'no-answer', ms: 10_000 });
  });

  it('tells an answer of another method apart, and ends the secret with the connection', async () => {
    const other = openPairing((_, event, say) => say(reply(event, { result_type: 'pay_invoice', result: {} })));
    expect(await other.connecting.connect(pairingWish(false), 1, GOING).catch(walletProblemOf)).toEqual({
      code: 'unreadable',
    });
    const { connecting, listeners } = openPairing();
    await connecting.connect(pairingWish(false), 1, GOING);
    const link = connecting.link()!;
    connecting.drop();
    expect([connecting.link(), listeners.size]).toEqual([undefined, 0]);
    expect(await link.balance().catch(walletProblemOf)).toEqual({ code: 'not-connected' });
  });

  describe('while another one is being connected', () => {
    const balanceOf = (link: WalletLink | undefined) => link?.balance().catch(walletProblemOf);

    it('that of before is set aside, and taken back as it was', async () => {
      const { connecting, workers } = openPairing();
      await connecting.connect(pairingWish(false), 1, GOING);
      const before = connecting.link()!;
      connecting.setAside();
      expect([connecting.link(), connecting.hasFormer()]).toEqual([undefined, true]);
      const attempt = new AbortController();
      const late = connecting.connect(pairingWish(false), 1, attempt.signal).catch(walletProblemOf);
      // as the chart does when it leaves the attempt
      connecting.takeBack();
      attempt.abort();
      expect(await late).toEqual({ code: 'cancelled' });
      expect([connecting.link(), connecting.hasFormer()]).toEqual([before, false]);
      expect(await balanceOf(before)).toBe(21);
      expect(workers.map(({ terminated }) => terminated)).toEqual([false, true]);
    });

    it('an attempt that the chart leaves ends its worker, and nothing comes of it', async () => {
      const { connecting, workers } = openPairing();
      const attempt = createActor(defineConnect(connecting), { input: { wish: pairingWish(false), attempt: 1 } });
      attempt.start().stop();
      await vi.waitFor(() => expect(workers.map(({ terminated }) => terminated)).toEqual([true]));
      expect(connecting.link()).toBeUndefined();
    });

    it('a second wish for another one leaves that of before where it is', async () => {
      const { connecting, workers } = openPairing();
      await connecting.connect(pairingWish(false), 1, GOING);
      const before = connecting.link()!;
      connecting.setAside();
      await connecting.connect(pairingWish(false), 1, GOING);
      connecting.setAside();
      connecting.takeBack();
      expect(connecting.link()).toBe(before);
      expect(workers.map(({ terminated }) => terminated)).toEqual([false, true]);
    });

    it('that of before ends once the other one is connected', async () => {
      const { connecting, workers } = openPairing();
      await connecting.connect(pairingWish(false), 1, GOING);
      const before = connecting.link()!;
      connecting.setAside();
      await connecting.connect(pairingWish(false), 1, GOING);
      connecting.letGo();
      expect(await balanceOf(before)).toEqual({ code: 'not-connected' });
      expect(await balanceOf(connecting.link())).toBe(21);
      expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    });

    it('nothing is there to come back to when its worker died, and nobody who is connected is told', async () => {
      const { connecting, workers } = openPairing();
      await connecting.connect(pairingWish(false), 1, GOING);
      const lost = vi.fn<() => void>();
      connecting.onLost(lost);
      connecting.setAside();
      workers[0]!.crash();
      expect([connecting.hasFormer(), lost.mock.calls]).toEqual([false, []]);
      await connecting.connect(pairingWish(false), 1, GOING);
      workers[1]!.crash();
      expect(lost).toHaveBeenCalledTimes(1);
    });

    it('all of them end together', async () => {
      const { connecting, workers, listeners } = openPairing();
      await connecting.connect(pairingWish(false), 1, GOING);
      connecting.setAside();
      await connecting.connect(pairingWish(false), 1, GOING);
      connecting.drop();
      expect([connecting.link(), connecting.hasFormer(), listeners.size]).toEqual([undefined, false, 0]);
      expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
    });
  });

  describe('asked what became of a payment', () => {
    const hash = 'ab'.repeat(32);
    const row = { type: 'outgoing', state: 'settled', amount: 21_000, payment_hash: hash, preimage: 'cd'.repeat(32) };
    const invoice = createLedger().invoice({ payee: 'shop', msats: 21_000 }).text;
    const asked = { hash, invoice, sentAt: NOW } as PaymentRecord;
    type Answer = object | ((params: Readonly<Record<string, unknown>>) => object);
    const lookUp = async (answers: Readonly<Record<string, Answer>>) => {
      const { connecting } = openPairing((request, event, say) => {
        const answer = answers[request.method];
        if (!answer) return honest(request, event, say);
        const said = typeof answer === 'function' ? answer(request.params) : answer;
        say(reply(event, { result_type: request.method, ...said }));
      });
      await connecting.connect(pairingWish(false), 1, GOING);
      return connecting.link()!.lookUp(asked);
    };
    const other = (number: number) => ({ ...row, payment_hash: number.toString(16).padStart(64, '0') });
    const others = (count: number) => Array.from({ length: count }, (_, index) => other(index));
    /** what a wallet that finds no payments of its own gives of so many, however many it is asked for */
    const listing = (rows: readonly object[], most: number, params = { limit: 0, offset: 0 }) => ({
      result: { transactions: rows.slice(params.offset, params.offset + Math.min(most, params.limit)) },
    });
    const lookIn = async (list: (params: { limit: number; offset: number }) => object) => {
      const found = await lookUp({
        lookup_invoice: { error: { code: 'NOT_FOUND', message: 'none' } },
        list_transactions: (params) => list(params as never),
      });
      return (found as { state: string }).state;
    };

    it.each([1, 3, 10, 20])('it is found behind newer ones in a list that gives %i at once', async (most) => {
      const rows = [...others(25), row];
      expect(await lookIn((params) => listing(rows, most, params))).toBe(most === 1 ? 'blind' : 'settled');
      expect(await lookIn((params) => listing(others(15), most, params))).toBe('none');
    });

    it('it is in none that knows no pages only where that gives fewer than it was asked for', async () => {
      expect(await lookIn(({ limit }) => listing(others(7), limit, { limit, offset: 0 }))).toBe('none');
      expect(await lookIn(({ limit }) => listing(others(25), limit, { limit, offset: 0 }))).toBe('blind');
    });

    it('it is found by its invoice, and rows that say nothing leave it open', async () => {
      const { payment_hash: _, ...unnamed } = row;
      const byInvoice = { ...unnamed, invoice: invoice.toUpperCase() };
      expect(await lookIn((params) => listing([...others(2), byInvoice], 20, params))).toBe('settled');
      for (const odd of [unnamed, { ...row, amount: '21000' }, null])
        expect(await lookIn((params) => listing([odd!, ...others(2)], 20, params))).toBe('blind');
      expect(await lookIn((params) => listing([unnamed, ...others(25), row], 20, params))).toBe('settled');
    });

    it('it is looked for from before its invoice was made', async () => {
      const { createdAt } = readInvoice(invoice)!;
      const froms: unknown[] = [];
      await lookIn((params) => {
        froms.push((params as { from?: unknown }).from);
        return { result: { transactions: [] } };
      });
      expect(froms).toEqual([Math.min(createdAt, Math.floor(NOW / 1_000)) - 600]);
    });

    it.each([
      ['an error without a word', { error: {} }],
      ['an error by a code of its own', { error: { code: 'UNHEARD_OF', message: ' ' } }],
      ['nothing', {}],
    ])('with %s it is looked for in its list, which may say as little: then nobody can be asked', async (_, answer) => {
      const listed = { result: { transactions: [row] } };
      expect(await lookUp({ lookup_invoice: answer, list_transactions: listed })).toMatchObject({ state: 'settled' });
      expect(await lookUp({ lookup_invoice: answer, list_transactions: answer })).toMatchObject({ state: 'blind' });
    });

    it.each(['RATE_LIMITED', 'INTERNAL'])('it is asked again later when it says %s', async (code) => {
      const problem = walletProblemOf(
        await lookUp({ lookup_invoice: { error: { code } } }).catch((error: unknown) => error),
      );
      expect(problem).toEqual({ code: 'service', name: code, said: '' });
    });
  });

  it('a replayed answer answers nothing', async () => {
    let first: NostrEvent | undefined;
    const { connecting } = openPairing(({ method }, event, say) => {
      if (method === 'get_info') return say((first = reply(event, { result_type: method, result: {} })));
      say(first!);
      say(reply(event, { result_type: method, result: { balance: 5_000 } }));
    });
    await connecting.connect(pairingWish(false), 1, GOING);
    expect(await connecting.link()?.balance()).toBe(5);
  });

  it('is told no secret key', async () => {
    const { connecting, sent } = openPairing();
    await connecting.connect(pairingWish(false), 1, GOING);
    const before = sent.length;
    await expect(connecting.link()!.makeInvoice(21, `key ${NSEC}`)).rejects.toThrow('secret-inside');
    expect(sent).toHaveLength(before);
  });

  it('[NWC-03] cannot be asked while none of its relays is connected; one that was lost is waited for before a payment', async () => {
    const relay = { isOpen: true };
    const { connecting, requests } = openPairing(honest, signer, { isReached: () => relay.isOpen });
    await connecting.connect(pairingWish(false), 1, GOING);
    const link = connecting.link()!;
    const fetch = vi.spyOn(requests, 'fetch');
    await link.prepare!();
    expect([link.unready(), fetch.mock.calls]).toEqual([undefined, []]);
    relay.isOpen = false;
    await link.prepare!();
    expect([link.unready(), fetch.mock.calls.length]).toEqual([{ code: 'no-relay' }, 1]);
    fetch.mockImplementation(async () => {
      relay.isOpen = true;
      return { events: [], outcomes: [] };
    });
    await link.prepare!();
    expect(link.unready()).toBeUndefined();
  });

  beforeEach(() => void vi.useRealTimers());
  afterEach(() => void vi.useRealTimers());
});

describe('the wallet of the browser', () => {
  const now = () => 5;
  const heard = async (provider: object, vanish = false) => {
    const place: { webln?: unknown } = { webln: { enable: async () => {}, ...provider } };
    const link = await connectWebln(place, now);
    if (vanish) delete place.webln;
    return paid(link);
  };
  const paid = async (link: WalletLink) => {
    const told: unknown[] = [];
    await link.pay({ invoice: 'lnbc1' } as never, (evidence) => told.push(evidence));
    return told;
  };

  it('[WEBLN-01] is enabled, then pays', async () => {
    const calls: string[] = [];
    const told = await heard({
      enable: async () => void calls.push('enable'),
      sendPayment: async (invoice: string) => {
        calls.push(invoice);
        return { preimage: 'AB'.repeat(32) };
      },
    });
    expect([calls, told]).toEqual([['enable', 'lnbc1'], [{ type: 'paid', preimage: 'ab'.repeat(32), at: 5 }]]);
  });

  it('[WEBLN-01] is enabled anew where another took its place, before a payment leaves', async () => {
    const calls: string[] = [];
    let answer = () => Promise.resolve();
    const provider = (name: string) => ({
      enable: () => {
        calls.push(`enable ${name}`);
        return answer();
      },
      sendPayment: async () => void calls.push(`pay ${name}`),
    });
    const place = { webln: provider('a') };
    const link = await connectWebln(place, now);
    place.webln = provider('b');
    // nobody allowed it yet: it is not asked, and that is certain
    expect(await paid(link)).toEqual([{ type: 'failed', problem: { code: 'provider-not-ready' }, at: 5 }]);
    answer = () => Promise.reject(new Error('no'));
    expect(walletProblemOf(await link.prepare!().catch((error: unknown) => error))).toEqual({
      code: 'provider',
      said: 'no',
    });
    answer = () => Promise.resolve();
    await link.prepare!();
    await link.prepare!();
    await paid(link);
    expect(calls).toEqual(['enable a', 'enable b', 'enable b', 'pay b']);
  });

  it('[WALLET-14] tells its balance only where it counts in sats', async () => {
    const told = async (balance: unknown) => {
      const place = { webln: { enable: async () => {}, getBalance: async () => balance } };
      return (await connectWebln(place, now)).balance();
    };
    expect(await told({ balance: 12_345, currency: 'USD' })).toBeUndefined();
    // some say so of sats
    for (const currency of [undefined, null, 'sats', 'SAT', 'BTC'])
      expect(await told({ balance: 12_345, currency })).toBe(12_345);
  });

  it('[WALLET-36] is called as the user named it, also when it is connected by its button', async () => {
    const place = { webln: { enable: async () => {} } };
    const { connecting, saved } = openPairing(honest, signer, { place });
    const wish = { kind: 'webln', name: 'WebLN Wallet', keep: true } as const;
    const { id } = await connecting.connect(wish, 1, GOING);
    saved.rename(id!, 'My Alby');
    expect(await connecting.connect(wish, 1, GOING)).toMatchObject({ id, name: 'My Alby' });
  });

  it('[WEBLN-03] is not ready while it cannot pay', async () => {
    const place: { webln: object } = { webln: { enable: async () => {}, sendPayment: async () => ({}) } };
    const link = await connectWebln(place, now);
    expect(link.unready()).toBeUndefined();
    place.webln = { enable: async () => {} };
    expect(link.unready()).toEqual({ code: 'provider-not-ready' });
  });

  it('[WALLET-42] that throws when it is looked at is not ready, or not there', async () => {
    const throws = () => {
      throw new TypeError('no');
    };
    const hostile = { webln: new Proxy({}, { get: throws }) };
    expect(await connectWebln(hostile, now).catch(walletProblemOf)).toEqual({ code: 'provider-not-ready' });
    const hidden = Object.defineProperty({}, 'webln', { get: throws });
    expect([hasProvider(hidden), hasProvider(hostile), hasProvider({})]).toEqual([false, true, false]);
    expect(await connectWebln(hidden, now).catch(walletProblemOf)).toEqual({ code: 'no-provider' });
    const answer = Object.defineProperty({}, 'preimage', { get: throws });
    expect(await heard({ sendPayment: async () => answer })).toEqual([{ type: 'paid', preimage: undefined, at: 5 }]);
  });

  it('that does not answer is told apart from a remote wallet that does not', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = connectWebln({ webln: { enable: () => new Promise(() => {}) } }, now).catch(walletProblemOf);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await silent).toEqual({ code: 'provider-silent', ms: 120_000 });
    expect(walletProblemText({ code: 'provider-silent', ms: 120_000 })).toBe('Request timed out after 120000ms');
    vi.useRealTimers();
  });

  it('is told no secret key', async () => {
    const makeInvoice = vi.fn(async () => ({ paymentRequest: 'lnbc1' }));
    const link = await connectWebln({ webln: { enable: async () => {}, makeInvoice } }, now);
    await expect(link.makeInvoice(21, `key ${NSEC}`)).rejects.toThrow('secret-inside');
    expect(makeInvoice).not.toHaveBeenCalled();
    expect(await link.makeInvoice(21, 'Tea')).toBe('lnbc1');
  });

  it('[WEBLN-03] [WEBLN-04] that is missing, rejects or goes away is told by a code', async () => {
    expect(await connectWebln({}, now).catch(walletProblemOf)).toEqual({ code: 'no-provider' });
    const refusing = { webln: { enable: () => Promise.reject(new Error('Prompt\u202e was closed')) } };
    expect(await connectWebln(refusing, now).catch(walletProblemOf)).toEqual({
      code: 'provider',
      said: 'Prompt was closed',
    });
    expect(await heard({ sendPayment: () => Promise.reject(new Error('no')) })).toEqual([
      { type: 'failed', problem: { code: 'provider', said: 'no' }, at: 5 },
    ]);
    expect(await heard({ sendPayment: () => Promise.reject(undefined) })).toMatchObject([
      { problem: { code: 'provider', said: '' } },
    ]);
    expect(await heard({ sendPayment: async () => ({}) }, true)).toEqual([
      { type: 'failed', problem: { code: 'provider-not-ready' }, at: 5 },
    ]);
    expect(await heard({ sendPayment: async () => null })).toEqual([{ type: 'paid', preimage: undefined, at: 5 }]);
  });
});
