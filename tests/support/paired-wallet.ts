import { IDBFactory } from 'fake-indexeddb';
import { bytesToHex } from '@noble/hashes/utils.js';
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { sealed } from '#domain/protocol/sealed.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Signer } from '#domain/protocol/signer.ts';
import { createConnecting } from '#actors/wallet/connecting.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { openKeystore } from '#store/session/keystore.ts';
import { createSavedWallets } from '#store/wallet/saved-wallets.ts';
import { createWalletKeeper } from '#workers/wallet-core.ts';
import { FakeWorker } from './fake-worker.ts';
import { fakeStorage } from './fake-storage.ts';

const me = generateSecretKey();
export const [wallet, client, stranger] = [0, 1, 2].map(() => generateSecretKey()) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
export const [walletPubkey, clientPubkey, owner] = [getPublicKey(wallet), getPublicKey(client), getPublicKey(me)];
export const pairingCode = `nostr+walletconnect://${walletPubkey}?relay=wss://alder.example&secret=${bytesToHex(client)}&lud16=me@alder.example`;
export const conversation = getConversationKey(wallet, clientPubkey);

/** The worker of wallets. */
class FakeWalletWorker extends FakeWorker {
  constructor() {
    super(createWalletKeeper({ subtle: crypto.subtle, getRandomValues: (bytes) => crypto.getRandomValues(bytes) }));
  }
}

const own = getConversationKey(me, owner);
export const signer: Signer = {
  pubkey: owner,
  signEvent: async (template) => finalizeEvent({ ...template, tags: template.tags.map((tag) => [...tag]) }, me),
  nip44: { encrypt: async (_, text) => encrypt(text, own), decrypt: async (_, text) => decrypt(text, own) },
  nip04: undefined,
};

/** What the wallet does with a request. */
export type Script = (
  asked: { method: string; params: Record<string, unknown> },
  event: NostrEvent,
  say: (event: NostrEvent) => void,
) => void;

/** An answer of a wallet, or of somebody who is none. */
export const reply = (to: NostrEvent, body: unknown, by: Uint8Array = wallet, about = to.id) =>
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

export const honest: Script = ({ method }, event, say) => {
  const results: Record<string, unknown> = {
    get_info: { alias: 'Alder', methods: ['pay_invoice'] },
    get_balance: { balance: 21_000 },
  };
  say(reply(event, { result_type: method, result: results[method] }));
};

/** of an attempt that nothing stops */
export const GOING = new AbortController().signal;

/** The way to a remote wallet whose relay is in memory. */
export const openPairing = (
  script: Script = honest,
  by: Signer | null = signer,
  { isLoggedIn = true, isQuiet = false, isReached = (): boolean => true, place = {} } = {},
) => {
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
      // a relay may say nothing of what it has
      if (!isQuiet) onEose?.();
      return () => void listeners.delete(listener);
    },
    publish: async (event) => {
      sent.push(event);
      script(JSON.parse(decrypt(event.content, conversation)) as never, event, say);
      return [];
    },
  };
  const saved = createSavedWallets({ storage, window: new EventTarget(), keystore });
  const workers: FakeWalletWorker[] = [];
  let account = isLoggedIn ? owner : undefined;
  const deps = {
    spawn() {
      const worker = new FakeWalletWorker();
      workers.push(worker);
      return worker;
    },
    requests,
    isReached,
    saved,
    signer: () => by ?? undefined,
    account: () => account,
    place,
    now: () => 1_700_000_000_000,
    random: () => 'abc',
  };
  return {
    connecting: createConnecting(deps),
    /** another start, with what was saved */
    reopen: (again: Signer | null) => createConnecting({ ...deps, signer: () => again ?? undefined }),
    /** signs out */
    leave: () => void (account = undefined),
    requests,
    saved,
    keystore,
    storage,
    sent,
    say,
    listeners,
    workers,
  };
};

export const pairingWish = (keep: boolean, code = pairingCode) =>
  ({ kind: 'code', code: sealed(code), name: 'Mine', keep }) as const;
