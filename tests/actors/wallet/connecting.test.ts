import { IDBFactory } from 'fake-indexeddb';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expose } from 'comlink';
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sealed } from '#domain/protocol/sealed.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import { walletRecordName } from '#domain/wallet/wallet-record.ts';
import { createConnecting } from '#actors/wallet/connecting.ts';
import { connectWebln } from '#actors/wallet/webln.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { openKeystore } from '#store/session/keystore.ts';
import { createSavedWallets } from '#store/wallet/saved-wallets.ts';
import { createWalletKeeper } from '#workers/wallet-core.ts';
import { callsOnly } from '#workers/calls-only.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const [wallet, client, me, stranger] = [0, 1, 2, 3].map(() => generateSecretKey()) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const [walletPubkey, clientPubkey, owner] = [getPublicKey(wallet), getPublicKey(client), getPublicKey(me)];
const code = `nostr+walletconnect://${walletPubkey}?relay=wss://alder.example&secret=${bytesToHex(client)}&lud16=me@alder.example`;
const conversation = getConversationKey(wallet, clientPubkey);

/** A worker on a thread of its own kind. */
class FakeWalletWorker extends EventTarget {
  readonly #channel = new MessageChannel();
  constructor() {
    super();
    const keeper = createWalletKeeper({
      subtle: crypto.subtle,
      getRandomValues: (bytes) => crypto.getRandomValues(bytes),
    });
    expose(keeper, callsOnly(this.#channel.port2, keeper));
    this.#channel.port2.start();
    this.#channel.port1.addEventListener(
      'message',
      ({ data }) => void this.dispatchEvent(new MessageEvent('message', { data: data as unknown })),
    );
    this.#channel.port1.start();
  }
  postMessage(message: unknown) {
    this.#channel.port1.postMessage(message);
  }
  terminate() {
    this.#channel.port1.close();
  }
}

const own = getConversationKey(me, owner);
const signer: Signer = {
  pubkey: owner,
  signEvent: async (template) => finalizeEvent({ ...template, tags: template.tags.map((tag) => [...tag]) }, me),
  nip44: { encrypt: async (_, text) => encrypt(text, own), decrypt: async (_, text) => decrypt(text, own) },
  nip04: undefined,
};

type Script = (
  asked: { method: string; params: Record<string, unknown> },
  event: NostrEvent,
  say: (event: NostrEvent) => void,
) => void;

const reply = (to: NostrEvent, body: unknown, by: Uint8Array = wallet, about = to.id) =>
  finalizeEvent(
    {
      kind: 23195,
      tags: [
        ['p', to.pubkey],
        ['e', about],
      ],
      content: encrypt(JSON.stringify(body), by === wallet ? conversation : getConversationKey(by, clientPubkey)),
      created_at: 5,
    },
    by,
  );

const honest: Script = ({ method }, event, say) => {
  const results: Record<string, unknown> = {
    get_info: { alias: 'Alder', methods: ['pay_invoice'] },
    get_balance: { balance: 21_000 },
  };
  say(reply(event, { result_type: method, result: results[method] }));
};

const open = (script: Script = honest, by: Signer | null = signer) => {
  const storage = fakeStorage();
  const factory = new IDBFactory();
  const keystore = openKeystore({ indexedDB: factory });
  const listeners = new Set<(event: NostrEvent) => void>();
  const sent: NostrEvent[] = [];
  const say = (event: NostrEvent) => listeners.forEach((listener) => listener(event));
  const requests: Pick<RelayRequests, 'watch' | 'publish' | 'fetch'> = {
    fetch: async () => ({
      events: [
        finalizeEvent(
          { kind: 13194, tags: [['encryption', 'nip44_v2 nip04']], content: 'pay_invoice', created_at: 1 },
          wallet,
        ),
      ],
      outcomes: [],
    }),
    watch({ onEvent, onEose }) {
      const listener = (event: NostrEvent) => onEvent?.(event, 'wss://alder.example');
      listeners.add(listener);
      onEose?.();
      return () => void listeners.delete(listener);
    },
    publish: async (event) => {
      sent.push(event);
      script(JSON.parse(decrypt(event.content, conversation)) as never, event, say);
      return [];
    },
  };
  const saved = createSavedWallets({ storage, window: new EventTarget(), keystore });
  const deps = {
    spawn: () => new FakeWalletWorker(),
    requests,
    saved,
    signer: () => by ?? undefined,
    account: () => owner,
    place: {},
    now: () => 1_700_000_000_000,
    random: () => 'abc',
  };
  return { connecting: createConnecting(deps), saved, keystore, storage, sent, say, listeners };
};

const wish = (keep: boolean) => ({ kind: 'code', code: sealed(code), name: 'Mine', keep }) as const;

describe('connecting a remote wallet', () => {
  it('[WALLET-11] [WALLET-14] [WALLET-26] asks who it is, says so, and saves it encrypted under a key that only the account can unwrap', async () => {
    const { connecting, saved, keystore, storage } = open();
    const connected = await connecting.connect(wish(true), 1);
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
    const { connecting, saved } = open();
    const { id } = await connecting.connect(wish(true), 1);
    await saved.clear(owner);
    expect(
      walletProblemOf(await connecting.connect({ kind: 'saved', id: id! }, 1).catch((error: unknown) => error)),
    ).toEqual({ code: 'wallet-not-found' });
    const locked = open(honest, null);
    expect((await locked.connecting.connect(wish(true), 1)).id).toBeUndefined();
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
    const { connecting } = open(script);
    const failed = connecting.connect(wish(false), 1).catch(walletProblemOf);
    for (let turn = 0; turn < 40; turn += 1) {
      await vi.advanceTimersByTimeAsync(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await failed).toEqual({ code: 'no-answer', ms: 10_000 });
  });

  it('tells an answer of another method apart, and ends the secret with the connection', async () => {
    const other = open((_, event, say) => say(reply(event, { result_type: 'pay_invoice', result: {} })));
    expect(await other.connecting.connect(wish(false), 1).catch(walletProblemOf)).toEqual({ code: 'unreadable' });
    const { connecting, listeners } = open();
    await connecting.connect(wish(false), 1);
    const link = connecting.link()!;
    connecting.drop();
    expect([connecting.link(), listeners.size]).toEqual([undefined, 0]);
    expect(await link.balance().catch(walletProblemOf)).toEqual({ code: 'not-connected' });
  });

  it('a replayed answer answers nothing', async () => {
    let first: NostrEvent | undefined;
    const { connecting } = open(({ method }, event, say) => {
      if (method === 'get_info') return say((first = reply(event, { result_type: method, result: {} })));
      say(first!);
      say(reply(event, { result_type: method, result: { balance: 5_000 } }));
    });
    await connecting.connect(wish(false), 1);
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
