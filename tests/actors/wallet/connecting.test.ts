import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { walletRecordName } from '#domain/wallet/wallet-record.ts';
import { connectWebln } from '#actors/wallet/webln.ts';
import {
  client,
  honest,
  openPairing,
  owner,
  pairingWish,
  reply,
  stranger,
  wallet,
  walletPubkey,
  type Script,
} from '#tests/support/paired-wallet.ts';

describe('connecting a remote wallet', () => {
  it('[WALLET-11] [WALLET-14] [WALLET-26] asks who it is, says so, and saves it encrypted under a key that only the account can unwrap', async () => {
    const { connecting, saved, keystore, storage } = openPairing();
    const connected = await connecting.connect(pairingWish(true), 1);
    expect(connected).toMatchObject({
      kind: 'nwc',
      name: 'Mine',
      alias: 'Alder',
      walletPubkey,
      lud16: 'me@alder.example',
    });
    const [stored] = saved.of(owner);
    expect(stored).toMatchObject({ id: connected.id, connectionString: 'encrypted', walletType: 'nwc' });
    const records = await keystore.wallets();
    expect(records).toEqual([
      expect.objectContaining({ version: 3, wrap: 'nip44', pubkey: walletRecordName(owner, connected.id) }),
    ]);
    const kept = JSON.stringify([records, storage.getItem('nostrStoredWallets')]);
    for (const secret of [bytesToHex(client), 'walletconnect:']) expect(kept).not.toContain(secret);
    connecting.drop();
    expect(await connecting.connect({ kind: 'saved', id: connected.id! }, 1)).toMatchObject({
      name: 'Mine',
      id: connected.id,
    });
    expect(await connecting.link()?.balance()).toBe(21);
  });

  it('[WALLET-21] [WALLET-38] opens nothing without the key of the account, and not what is gone', async () => {
    const { connecting, saved } = openPairing();
    const { id } = await connecting.connect(pairingWish(true), 1);
    await saved.clear(owner);
    expect(
      walletProblemOf(await connecting.connect({ kind: 'saved', id: id! }, 1).catch((error: unknown) => error)),
    ).toEqual({ code: 'wallet-not-found' });
    const locked = openPairing(honest, null);
    expect((await locked.connecting.connect(pairingWish(true), 1)).id).toBeUndefined();
    expect(locked.saved.of(owner)).toEqual([]);
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
    const failed = connecting.connect(pairingWish(false), 1).catch(walletProblemOf);
    for (let turn = 0; turn < 40; turn += 1) {
      await vi.advanceTimersByTimeAsync(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await failed).toEqual({ code: 'no-answer', ms: 10_000 });
  });

  it('tells an answer of another method apart, and ends the secret with the connection', async () => {
    const other = openPairing((_, event, say) => say(reply(event, { result_type: 'pay_invoice', result: {} })));
    expect(await other.connecting.connect(pairingWish(false), 1).catch(walletProblemOf)).toEqual({
      code: 'unreadable',
    });
    const { connecting, listeners } = openPairing();
    await connecting.connect(pairingWish(false), 1);
    const link = connecting.link()!;
    connecting.drop();
    expect([connecting.link(), listeners.size]).toEqual([undefined, 0]);
    expect(await link.balance().catch(walletProblemOf)).toEqual({ code: 'not-connected' });
  });

  it('a replayed answer answers nothing', async () => {
    let first: NostrEvent | undefined;
    const { connecting } = openPairing(({ method }, event, say) => {
      if (method === 'get_info') return say((first = reply(event, { result_type: method, result: {} })));
      say(first!);
      say(reply(event, { result_type: method, result: { balance: 5_000 } }));
    });
    await connecting.connect(pairingWish(false), 1);
    expect(await connecting.link()?.balance()).toBe(5);
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
    expect([calls, told]).toEqual([
      ['enable', 'lnbc1'],
      [{ type: 'paid', preimage: 'ab'.repeat(32), feesMsats: 0, at: 5 }],
    ]);
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
    expect(await heard({ sendPayment: async () => ({}) }, true)).toEqual([
      { type: 'failed', problem: { code: 'provider-not-ready' }, at: 5 },
    ]);
    expect(await heard({ sendPayment: async () => null })).toEqual([
      { type: 'paid', preimage: undefined, feesMsats: 0, at: 5 },
    ]);
  });
});
