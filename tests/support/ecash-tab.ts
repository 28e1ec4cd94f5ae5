import type { QueryClient } from '@tanstack/query-core';
import { nip44 } from 'nostr-tools';
import { IDBFactory } from 'fake-indexeddb';
import { WebSocket as NodeWebSocket } from 'ws';
import { createActor, type ActorRefFrom } from 'xstate';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import type { Signer } from '#domain/protocol/signer.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import type { ecashMachine } from '#machines/ecash/ecash.machine.ts';
import type { Ecash, EcashStand } from '#ports/ecash.ts';
import { ecashAreas, type EcashAreaDeps } from '#src/areas/ecash.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { createAccountStore } from '#store/session/account.ts';
import { openLedger } from '#store/ledger/ledger.ts';
import { asWorker } from '#workers/ecash/as-worker.ts';
import { areasOf } from './areas.ts';
import { testCore } from './core-world.ts';
import { fakeLocks } from './fake-locks.ts';
import { FakeWorker } from './fake-worker.ts';
import { createRelayWorld } from './relay-world.ts';
import { fakeStorage } from './fake-storage.ts';

/** The worker of ecash. */
class FakeEcashWorker extends FakeWorker {
  constructor() {
    super(asWorker(testCore()));
  }
}

/** The databases of a browser, as one tab has them: once it has died nothing of it can write any more. */
const databasesFor = (factory: IDBFactory, dies: AbortSignal): IDBFactory => {
  const opened = new Set<IDBDatabase>();
  dies.addEventListener('abort', () => {
    for (const database of opened) database.close();
  });
  return Object.assign(Object.create(factory) as IDBFactory, {
    open(name: string, version?: number) {
      if (dies.aborted) throw new DOMException('its tab is closed', 'InvalidStateError');
      const request = factory.open(name, version);
      request.addEventListener('success', () => {
        opened.add(request.result);
        if (dies.aborted) request.result.close();
      });
      return request;
    },
  });
};

export type EcashTab = {
  readonly ecash: Ecash;
  readonly source: ReturnType<typeof ecashAreas>['source'];
  readonly chart: ActorRefFrom<typeof ecashMachine>;
  readonly workers: FakeEcashWorker[];
  readonly window: EventTarget;
  readonly document: EventTarget;
  readonly queryClient: QueryClient;
  /** what it says to other tabs is lost */
  isMute: boolean;
  /** what the page says of storage */
  readonly local: Storage;
  stand(): EcashStand;
  until(what: string, isSo: (stand: EcashStand, tab: EcashTab) => boolean): Promise<void>;
  /** the key of the account is locked, or opened again */
  lock(isLocked: boolean): void;
  login(secret: Uint8Array | undefined): void;
  /** it ends as a tab that the browser kills: nothing of it acts any more */
  kill(): void;
};

type BrowserOptions = {
  readonly hasLocks?: boolean;
  readonly nip44?: boolean;
  /** asks to keep what is stored */
  readonly persist?: () => Promise<boolean>;
  /** without any relays when left out */
  readonly requests?: RelayRequests;
  /** how what nutzaps bring is sent on; without a Lightning wallet when left out */
  readonly redeem?: EcashAreaDeps['redeem'];
  /** is told each call of the signer of an account: 'sign 7375', 'encrypt', 'decrypt' */
  readonly asked?: (call: string) => void;
};

const MILLISECONDS = 20_000;

/** One browser with tabs in which the group 'ecash' runs. */
export const openEcashBrowser = ({
  hasLocks = true,
  nip44: canEncrypt = true,
  persist,
  requests = createRelayWorld(['wss://one.example', 'wss://two.example']).requests,
  redeem = () => Promise.reject(new WalletError({ code: 'not-connected' })),
  asked = () => {},
}: BrowserOptions = {}) => {
  allowLoopback(true);
  const indexedDB = new IDBFactory();
  const local = fakeStorage();
  const locks = fakeLocks();
  const tabs: EcashTab[] = [];

  const open = (secret: Uint8Array): EcashTab => {
    const dying = new AbortController();
    const workers: FakeEcashWorker[] = [];
    const channels: BroadcastChannel[] = [];
    let isMute = false;
    const window = new EventTarget();
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null });
    const Worker = class extends FakeEcashWorker {
      constructor() {
        super();
        workers.push(this);
      }
    };
    const browser = Object.assign(window, {
      indexedDB: databasesFor(indexedDB, dying.signal),
      crypto,
      document,
      navigator: { storage: { persist }, ...(hasLocks && { locks: locks.forTab(dying.signal) }) },
      BroadcastChannel: class extends BroadcastChannel {
        constructor(name: string) {
          super(name);
          channels.push(this);
        }

        override postMessage(message: unknown) {
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window has one
          if (!isMute) super.postMessage(message);
        }
      },
      WebSocket: NodeWebSocket,
      fetch: (...asked: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...asked),
      Worker,
    });
    const session = fakeStorage();
    const account = createAccountStore({ local, session, window });
    let signing: Uint8Array | undefined;
    const signer = (): Signer | undefined => {
      if (!signing) return undefined;
      const mine = signing;
      const key = (pubkey: string) => nip44.getConversationKey(mine, pubkey);
      return {
        pubkey: getPublicKey(mine),
        signEvent: async ({ kind, created_at, tags, content }) => {
          asked(`sign ${kind}`);
          return finalizeEvent({ kind, created_at, content, tags: tags.map((tag) => [...tag]) }, mine);
        },
        nip04: undefined,
        nip44: canEncrypt
          ? {
              async encrypt(pubkey, text) {
                asked('encrypt');
                return nip44.encrypt(text, key(pubkey));
              },
              async decrypt(pubkey, text) {
                asked('decrypt');
                return nip44.decrypt(text, key(pubkey));
              },
            }
          : undefined,
      };
    };
    let known: Uint8Array | undefined;
    const login = (next: Uint8Array | undefined) => {
      [signing, known] = [next, next];
      account.set({ pubkey: next && getPublicKey(next), method: next ? 'nsec' : 'none', persisted: false });
    };
    login(secret);
    const running = areasOf();
    const queryClient = createQueryClient();
    const { areas, ecash, source } = ecashAreas({
      ...running,
      browser,
      storages: { local, session },
      account,
      signer,
      session: () => undefined,
      requests,
      redeem,
      queryClient,
      registry: createEventRegistry({ now: Date.now, requestFrame: () => {} }),
      directory: () => ({
        getSnapshot: () => ({
          status: 'active',
          context: {
            connections: {},
            defaults: { entries: [] },
            entries: (requests?.relays('write') ?? []).map((url) => ({ url, permission: 'readwrite' })),
          },
        }),
      }),
      client: () => undefined,
      ending: dying.signal,
      now: Date.now,
    } as unknown as EcashAreaDeps);
    const chart = createActor(areas.ecash.logic);
    running.change({ ecash: chart });
    chart.start();
    const restore = createActor(areas.restore.logic);
    running.change({ restore });
    const beside = [createActor(areas.inbox.logic), createActor(areas.parcels.logic), restore];
    for (const actor of beside) actor.start();
    const tab: EcashTab = {
      ecash,
      source,
      chart,
      workers,
      window,
      document,
      queryClient,
      get isMute() {
        return isMute;
      },
      set isMute(now) {
        isMute = now;
      },
      local,
      stand: () => ecash.stand.get()!,
      async until(what, isSo) {
        const began = Date.now();
        for (;;) {
          const stand = ecash.stand.get();
          if (stand && isSo(stand, tab)) return;
          if (Date.now() - began > MILLISECONDS)
            throw new Error(
              `Not in time: ${what} ${JSON.stringify([chart.getSnapshot().value, stand?.open, stand?.problem])}`,
            );
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      },
      lock(isLocked) {
        signing = isLocked ? undefined : known;
        account.set({ ...account.get() });
      },
      login,
      kill() {
        // what runs in a process goes on after its page died: it must find its way to the ledger closed
        for (const actor of beside) actor.stop();
        dying.abort();
        for (const worker of workers) worker.terminate();
        running.change({ ecash: undefined });
        chart.stop();
        for (const channel of channels) channel.close();
        tabs.splice(tabs.indexOf(tab), 1);
      },
    };
    tabs.push(tab);
    return tab;
  };

  return {
    indexedDB,
    local,
    open,
    /** what stands in the ledger of an account */
    ledgerOf: (secret: Uint8Array) => openLedger(indexedDB, { pubkey: getPublicKey(secret), now: Date.now }),
    close() {
      for (const tab of tabs.slice()) tab.kill();
      allowLoopback(false);
    },
  };
};

export type EcashBrowser = ReturnType<typeof openEcashBrowser>;
