import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, setup, waitFor, type ActorRefFrom } from 'xstate';
import { DAY } from '#domain/units.ts';
import type { Account } from '#domain/session/account.ts';
import { ENCRYPTED, walletRecordName, type StoredWallet, type WalletRecord } from '#domain/wallet/wallet-record.ts';
import { defineRemoveWallet, defineWatchWalletOwner, forgetWithAccount } from '#actors/wallet/account-change.ts';
import { chooseWallet, defineWatchOccasions } from '#actors/wallet/auto-connect.ts';
import type { ConnectedWallet, WalletWish } from '#domain/wallet/wallet.ts';
import type { OccasionFact } from '#machines/wallet/auto-connect.machine.ts';
import { walletConnectionMachine, type MindFact } from '#machines/wallet/wallet-connection.machine.ts';
import { openKeystore } from '#store/session/keystore.ts';
import { createSavedWallets } from '#store/wallet/saved-wallets.ts';
import { countUnsealedWallets } from '#store/wallet/unsealed-wallets.ts';
import { hasWalletTraces, WALLETS_KEY as LIST } from '#store/wallet/wallet-traces.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const NOW = 1_700_000_000_000;
const [ME, OTHER] = ['11'.repeat(32), '22'.repeat(32)];

const stored = (id: string, over: Partial<StoredWallet> = {}): StoredWallet => ({
  id,
  name: id,
  connectionString: ENCRYPTED,
  walletType: 'nwc',
  connectedAt: NOW,
  lastUsed: NOW,
  persist: true,
  pubkey: ME,
  ...over,
});

const recordOf = ({ pubkey, id }: StoredWallet): WalletRecord => ({
  pubkey: walletRecordName(pubkey, id),
  algo: 'AES-GCM',
  ivB64: btoa('x'.repeat(12)),
  ciphertextB64: btoa('y'),
  wrappedKey: 'z',
  wrap: 'nip44',
  version: 3,
  timestamp: NOW,
});

const shelf = async (...wallets: StoredWallet[]) => {
  const storage = fakeStorage();
  const keystore = openKeystore({ indexedDB: new IDBFactory() });
  const saved = createSavedWallets({ storage, window: new EventTarget(), keystore });
  for (const wallet of wallets) await saved.save(wallet, wallet.walletType === 'nwc' ? recordOf(wallet) : undefined);
  return { saved, storage, keystore };
};

const OPEN = { nwc: true, webln: true };

const choose = (saved: Awaited<ReturnType<typeof shelf>>['saved'], { canOpen = OPEN, isFree = true } = {}) => {
  const find = () => ({ getSnapshot: () => ({ hasTag: () => isFree }) }) as never;
  return chooseWallet({ find, saved, account: () => ME, canOpen: (kind) => canOpen[kind], now: () => NOW })?.id;
};

describe('the wallet that connects by itself', () => {
  it('[WALLET-19] is the only one of the account', async () => {
    expect(choose((await shelf(stored('a'), stored('b', { pubkey: OTHER }))).saved)).toBe('a');
    expect(choose((await shelf(stored('a'), stored('b'))).saved)).toBeUndefined();
    expect(choose((await shelf()).saved)).toBeUndefined();
  });

  it('[WALLET-20] was used in the last 30 days', async () => {
    expect(choose((await shelf(stored('a', { lastUsed: NOW - 30 * DAY }))).saved)).toBe('a');
    expect(choose((await shelf(stored('a', { lastUsed: NOW - 30 * DAY - 1 }))).saved)).toBeUndefined();
  });

  it('[WALLET-21] can be opened now: a remote one needs the key of the account, that of the browser a browser that has it', async () => {
    const [remote, ofBrowser] = [stored('a'), stored('a', { walletType: 'webln' })];
    const chosen = async (wallet: StoredWallet, kind: 'nwc' | 'webln') =>
      choose((await shelf(wallet)).saved, { canOpen: { nwc: false, webln: false, [kind]: true } });
    expect([await chosen(remote, 'webln'), await chosen(remote, 'nwc')]).toEqual([undefined, 'a']);
    expect([await chosen(ofBrowser, 'nwc'), await chosen(ofBrowser, 'webln')]).toEqual([undefined, 'a']);
  });

  it('[WALLET-18] is looked for when the browser gets a wallet of its own, however late it tells that', () => {
    const parent = new EventTarget();
    const told = vi.fn();
    const slot = defineWatchOccasions(() => () => {}, {
      window: parent,
      document: Object.assign(new EventTarget(), { visibilityState: 'visible' as const }),
    });
    const machine = setup({ types: {} as { events: OccasionFact }, actors: { slot } }).createMachine({
      invoke: { src: 'slot' },
      on: { occasion: { actions: told } },
    });
    const actor = createActor(machine).start();
    expect(told).toHaveBeenCalledTimes(1);
    parent.dispatchEvent(new Event('webln:ready'));
    expect(told).toHaveBeenCalledTimes(2);
    actor.stop();
    parent.dispatchEvent(new Event('webln:ready'));
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('[WALLET-16] [WALLET-22] is none while one is connected, or after one was disconnected by hand', async () => {
    const { saved } = await shelf(stored('a'));
    expect(choose(saved, { isFree: false })).toBeUndefined();
    saved.byHand.set(true);
    expect(choose(saved)).toBeUndefined();
    saved.byHand.set(false);
    expect(choose(saved)).toBe('a');
  });
});

describe('saved wallets', () => {
  it('[WALLET-28] [WALLET-29] lose what is of another kind and has no code, once; what lacks a kind or an id stays ignored', () => {
    const storage = fakeStorage();
    const open = () =>
      createSavedWallets({
        storage,
        window: new EventTarget(),
        keystore: openKeystore({ indexedDB: new IDBFactory() }),
      });
    const other = { id: 'c', walletType: 'lnd', connectionString: '', pubkey: ME };
    const webln = stored('b', { walletType: 'webln', connectionString: '' });
    const ignored = [
      { ...other, id: undefined },
      { ...other, walletType: undefined },
      { ...other, connectionString: 'x' },
    ];
    const kept = JSON.parse(JSON.stringify([stored('a'), webln, ...ignored, null])) as unknown[];
    storage.setItem('nostrStoredWallets', JSON.stringify([...kept, other]));
    expect(open().of(ME)).toHaveLength(2);
    expect(JSON.parse(storage.getItem('nostrStoredWallets')!)).toEqual(kept);
    storage.setItem('nostrStoredWallets', JSON.stringify([other]));
    open();
    expect(hasWalletTraces(storage)).toBe(false);
  });

  it('[WALLET-17] go with the account that signs out, and no others', async () => {
    const { saved, keystore } = await shelf(stored('a'), stored('b', { pubkey: OTHER }));
    let tell = () => {};
    let account: Account = { pubkey: ME, method: 'nsec', persisted: true };
    forgetWithAccount({ get: () => account, subscribe: (listener) => ((tell = listener), () => {}) }, saved);
    tell();
    expect(saved.of(ME)).toHaveLength(1);
    account = { pubkey: undefined, method: 'none', persisted: false };
    tell();
    await expect.poll(() => saved.of(ME)).toEqual([]);
    await expect
      .poll(async () => (await keystore.wallets()).map((one) => (one as WalletRecord).pubkey))
      .toEqual([walletRecordName(OTHER, 'b')]);
  });

  it('[WALLET-17] stay while their owner is at another account, and go when that one signs out, not before', async () => {
    const { saved } = await shelf(stored('a'), stored('b', { pubkey: OTHER }));
    let tell = () => {};
    let account: Account = { pubkey: ME, method: 'nsec', persisted: true };
    forgetWithAccount({ get: () => account, subscribe: (listener) => ((tell = listener), () => {}) }, saved);
    account = { ...account, pubkey: OTHER };
    tell();
    account = { pubkey: undefined, method: 'none', persisted: false };
    tell();
    await expect.poll(() => saved.of(OTHER)).toEqual([]);
    expect(saved.of(ME)).toHaveLength(1);
  });

  it('[WALLET-17] [CACHE-24] go from the list also where the database cannot be read', async () => {
    const storage = fakeStorage();
    const saved = createSavedWallets({
      storage,
      window: new EventTarget(),
      keystore: openKeystore({ indexedDB: undefined }),
    });
    const webln = stored('a', { walletType: 'webln' });
    await saved.save(webln);
    await expect(saved.clear(ME)).rejects.toThrow('storage');
    expect([saved.of(ME), hasWalletTraces(storage)]).toEqual([[], false]);
    await saved.save(webln);
    await expect(saved.clear()).rejects.toThrow('storage');
    expect(hasWalletTraces(storage)).toBe(false);
  });

  it('keep the record that an older version made for the account as long as one of them has no other', async () => {
    const { saved, keystore } = await shelf(stored('a'), stored('b'), stored('c', { pubkey: OTHER }));
    const old = { ...recordOf(stored('a')), pubkey: walletRecordName(ME) };
    await saved.save(stored('old'), old);
    const left = async () => (await keystore.wallets()).map((one) => (one as WalletRecord).pubkey);
    await saved.remove('a');
    expect(await left()).toContain(walletRecordName(ME));
    expect(await saved.record(stored('old'))).toMatchObject({ pubkey: walletRecordName(ME) });
    await saved.remove('old');
    expect(new Set(await left())).toEqual(new Set([walletRecordName(ME, 'b'), walletRecordName(OTHER, 'c')]));
  });

  it('are not said to be saved where the list has no room: nothing of them stays, and what was there does', async () => {
    const { saved, storage, keystore } = await shelf(stored('a'));
    const kept = storage.getItem(LIST)!;
    const { setItem } = storage;
    const full = vi.spyOn(storage, 'setItem').mockImplementation((key, value) => {
      if (value.length > kept.length) throw new DOMException('full', 'QuotaExceededError');
      setItem(key, value);
    });
    await expect(saved.save(stored('b'), recordOf(stored('b')))).rejects.toThrow('storage');
    await expect(saved.save(stored('a', { name: 'Other' }), recordOf(stored('a')))).rejects.toThrow('storage');
    await expect(saved.save(stored('c', { walletType: 'webln' }))).rejects.toThrow('storage');
    expect(saved.of(ME)).toEqual([stored('a')]);
    expect(storage.getItem(LIST)).toBe(kept);
    expect(await keystore.wallets()).toEqual([recordOf(stored('a'))]);
    full.mockRestore();
    await saved.save(stored('b'), recordOf(stored('b')));
    expect(saved.of(ME).map(({ id }) => id)).toEqual(expect.arrayContaining(['a', 'b']));
  });

  it('see what other tabs write also after one could not be saved because nothing is kept at all', async () => {
    const storage = fakeStorage();
    const [window, keystore] = [new EventTarget(), openKeystore({ indexedDB: new IDBFactory() })];
    const saved = createSavedWallets({ storage, window, keystore });
    await saved.save(stored('a'), recordOf(stored('a')));
    const none = vi.spyOn(storage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(saved.save(stored('b'), recordOf(stored('b')))).rejects.toThrow('storage');
    none.mockRestore();
    const other = createSavedWallets({ storage, window: new EventTarget(), keystore });
    await other.save(stored('c'), recordOf(stored('c')));
    window.dispatchEvent(Object.assign(new Event('storage'), { key: LIST }));
    expect(saved.of(ME).map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('[SET-29] are counted with those that have no secret in the database of keys', async () => {
    const { saved, storage, keystore } = await shelf(stored('a'), stored('b', { walletType: 'webln' }));
    const count = async () => (await keystore.countWallets()) + countUnsealedWallets(storage as Storage);
    expect(await count()).toBe(2);
    await saved.clear();
    expect(await count()).toBe(0);
  });

  it('[WALLET-08] [CACHE-24] are a list in the local storage, which is empty once all were cleared', async () => {
    const { saved, storage, keystore } = await shelf(stored('a'), stored('b', { pubkey: OTHER }));
    expect(hasWalletTraces(storage)).toBe(true);
    saved.rename('a', '  Mine ');
    expect(saved.of(ME)[0]?.name).toBe('Mine');
    await saved.clear();
    expect([hasWalletTraces(storage), await keystore.wallets()]).toEqual([false, []]);
  });

  /** A tab in which this wallet is connected, over the list of another one. */
  const tabWith = async (id: string | undefined) => {
    const { saved, storage } = await shelf(stored('a'), stored('b'));
    const window = new EventTarget();
    const here = createSavedWallets({ storage, window, keystore: openKeystore({ indexedDB: new IDBFactory() }) });
    const answer = Promise.withResolvers<ConnectedWallet>();
    const byHand = vi.fn();
    const nothing = () => {};
    const account = { get: (): Account => ({ pubkey: ME, method: 'nsec', persisted: true }), subscribe: () => nothing };
    const actor: ActorRefFrom<typeof walletConnectionMachine> = createActor(
      walletConnectionMachine.provide({
        actors: {
          'watch account': defineWatchWalletOwner({
            account,
            saved: here,
            connected: () => actor.getSnapshot().context.wallet?.id,
            onConnected: (listener) => {
              const subscription = actor.subscribe(listener);
              return () => subscription.unsubscribe();
            },
          }),
          connect: fromPromise<ConnectedWallet, { wish: WalletWish | undefined; attempt: number }>(
            () => answer.promise,
          ),
          'mind wallet': fromCallback<MindFact>(() => {}),
        },
        actions: {
          'drop wallet': nothing,
          'set wallet aside': nothing,
          'let former go': nothing,
          'remember that it was by hand': (_, params) => byHand(params.byHand),
        },
        guards: { 'former is there': () => false },
      }),
    );
    actor.start();
    actor.send({ type: 'wallet.connect', wish: { kind: 'saved', id: 'a' } });
    return {
      saved,
      tell: () => void window.dispatchEvent(Object.assign(new Event('storage'), { key: 'nostrStoredWallets' })),
      answer: () => answer.resolve({ id, kind: 'webln', name: 'A' } as ConnectedWallet),
      is: (tag: 'connected' | 'disconnected') => actor.getSnapshot().hasTag(tag),
      useless: () => actor.getSnapshot().context.useless,
      byHand,
      removeHere: async (id: string) => {
        const removing = createActor(
          defineRemoveWallet(() => actor, here),
          { input: { id } },
        ).start();
        await waitFor(removing, ({ status }) => status !== 'active');
        return here.of(ME).map((one) => one.id);
      },
    };
  };

  it('[CACHE-24] one that another tab removes is disconnected here, and not by hand', async () => {
    const tab = await tabWith('a');
    tab.answer();
    await expect.poll(() => tab.is('connected')).toBe(true);
    await tab.saved.remove('b');
    tab.tell();
    expect(tab.is('connected')).toBe(true);
    await tab.saved.clear();
    tab.tell();
    expect([tab.is('disconnected'), tab.useless()]).toEqual([true, 'a']);
    expect(tab.byHand.mock.calls).toEqual([[false]]);
  });

  it('[CACHE-24] one that is removed while it is being connected is not connected', async () => {
    const tab = await tabWith('a');
    await tab.saved.clear();
    tab.tell();
    tab.answer();
    await expect.poll(() => tab.is('disconnected')).toBe(true);
  });

  it('[CACHE-24] one that was never saved stays connected', async () => {
    const tab = await tabWith(undefined);
    tab.answer();
    await expect.poll(() => tab.is('connected')).toBe(true);
    await tab.saved.clear();
    tab.tell();
    expect(tab.is('connected')).toBe(true);
  });

  it('[CACHE-24] one that is removed in this tab stays away by hand, without a word that another tab did it', async () => {
    const tab = await tabWith('a');
    expect(await tab.removeHere('a')).toEqual(['b']);
    tab.answer();
    await expect.poll(() => [tab.is('disconnected'), tab.useless()]).toEqual([true, undefined]);
    expect(tab.byHand.mock.calls).toEqual([[true]]);
  });

  it('[CACHE-24] the same of one that is connected, and none of one that is not', async () => {
    const tab = await tabWith('a');
    tab.answer();
    await expect.poll(() => tab.is('connected')).toBe(true);
    expect(await tab.removeHere('b')).toEqual(['a']);
    expect(tab.is('connected')).toBe(true);
    expect(await tab.removeHere('a')).toEqual([]);
    expect([tab.is('disconnected'), tab.useless()]).toEqual([true, undefined]);
    expect(tab.byHand.mock.calls).toEqual([[false], [true]]);
  });
});
