import { WALLET_NAME_MAX } from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import {
  ENCRYPTED,
  isLeftover,
  ownerOfRecord,
  readStoredWallet,
  readWalletRecord,
  walletRecordName,
  type OldWalletRecord,
  type StoredWallet,
  type WalletRecord,
} from '#domain/wallet/wallet-record.ts';
import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';
import { lasting, parseJson } from '#store/storage/browser-storage.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { Keystore } from '#store/session/keystore.ts';
import { WALLETS_KEY as LIST } from './wallet-traces.ts';

/** local storage: a wallet was disconnected by hand (WALLET-16) */
const BY_HAND = 'nostrWalletDisconnected';

/**
 * The wallets that were saved in this browser: a list without secrets, and for each remote one an encrypted record in the
 * database of keys.
 */
export type SavedWallets = {
  /** of an account, the one used last first */
  of(owner: string | undefined): readonly StoredWallet[];
  /** The record of one. Rejects with a WalletError: 'wallet-not-found', 'wallet-too-old' or 'storage'. */
  record(wallet: StoredWallet): Promise<WalletRecord | OldWalletRecord>;
  /**
   * Takes the place of what is saved under the same id. A remote wallet needs a record, or has its own already. Rejects with a
   * WalletError 'storage' when the browser would not keep it.
   */
  save(wallet: StoredWallet, record?: WalletRecord): Promise<void>;
  /** The name that it has then; undefined for an empty one, which leaves it as it was. */
  rename(id: string, name: string): string | undefined;
  /** It was connected just now, by a pairing of this public key; ms since the epoch. */
  used(id: string, at: number, client: string): void;
  remove(id: string): Promise<void>;
  /** Removes all of an account, and without one all there are (WALLET-17, CACHE-24). */
  clear(owner?: string): Promise<void>;
  readonly byHand: { get(): boolean; set(value: boolean): void };
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = StoredIn & {
  readonly keystore: Pick<Keystore, 'wallets' | 'saveWallet' | 'removeWallets' | 'clearWallets'>;
};

const attempt = async <T>(act: Promise<T>): Promise<T> => {
  try {
    return await act;
  } catch {
    throw new WalletError({ code: 'storage' });
  }
};

const walletsIn = (value: unknown): readonly StoredWallet[] =>
  Array.isArray(value) ? value.flatMap((row) => readStoredWallet(row) ?? []) : [];

/** As long as something is in the list, each start loads the code of wallets. */
const removeLeftovers = ({ storage }: StoredIn) => {
  const kept = lasting(storage);
  const rows = parseJson(kept.get(LIST));
  if (!Array.isArray(rows) || !rows.some(isLeftover)) return;
  kept.set(LIST, JSON.stringify(rows.filter((row) => !isLeftover(row))));
};

const nameOf = (value: unknown): unknown => (value as { readonly pubkey?: unknown } | null)?.pubkey;

const namesOf = ({ pubkey, id }: StoredWallet) => [walletRecordName(pubkey, id), walletRecordName(pubkey)];

/** The records that go with a wallet. That of an older version is the account's: it stays while another one has none of its own. */
const namesLeaving = ({ id, pubkey }: StoredWallet, all: readonly StoredWallet[], records: readonly unknown[]) => {
  const names = new Set(records.map(nameOf));
  const needsOld = (one: StoredWallet) =>
    one.id !== id && one.pubkey === pubkey && one.walletType === 'nwc' && !names.has(walletRecordName(pubkey, one.id));
  return [walletRecordName(pubkey, id), ...(all.some(needsOld) ? [] : [walletRecordName(pubkey)])];
};

/** See `SavedWallets`. */
export const createSavedWallets = ({ keystore, ...place }: Deps): SavedWallets => {
  removeLeftovers(place);
  const list = storedValue(place, [LIST], (text) => walletsIn(parseJson(text(LIST))));
  const isByHand = storedValue(place, [BY_HAND], (text) => text(BY_HAND) === 'true');
  const { read } = list;
  const write = (wallets: readonly StoredWallet[]) => list.write({ [LIST]: JSON.stringify(wallets) });
  const change = (id: string, changed: Partial<StoredWallet>) =>
    write(read().map((one) => (one.id === id ? { ...one, ...changed } : one)));
  return {
    of: (owner) =>
      list
        .get()
        .filter(({ pubkey }) => pubkey === owner)
        .toSorted((a, b) => b.lastUsed - a.lastUsed),
    async record(wallet) {
      const records = await attempt(keystore.wallets());
      const found = namesOf(wallet).flatMap((name) => records.find((one) => nameOf(one) === name) ?? []);
      if (found.length === 0) throw new WalletError({ code: 'wallet-not-found' });
      return readWalletRecord(found[0]);
    },
    async save(wallet, record) {
      if (record) await attempt(keystore.saveWallet(record));
      const connectionString = wallet.walletType === 'nwc' ? ENCRYPTED : '';
      const before = read();
      const others = before.filter(({ id }) => id !== wallet.id);
      const after = [...others, { ...wallet, connectionString }];
      // a list that cannot be kept would stand here until the page is closed, whatever other tabs write
      if (lasting(place.storage).set(LIST, JSON.stringify(after))) return void write(after);
      if (record && others.length === before.length) await attempt(keystore.removeWallets([record.pubkey]));
      throw new WalletError({ code: 'storage' });
    },
    rename(id, wished) {
      const name = wished.trim().slice(0, WALLET_NAME_MAX);
      if (name === '') return undefined;
      change(id, { name });
      return name;
    },
    used: (id, lastUsed, client) => change(id, { lastUsed, client }),
    async remove(id) {
      const leaving = read().find((one) => one.id === id);
      if (leaving) {
        const names = namesLeaving(leaving, read(), await attempt(keystore.wallets()));
        await attempt(keystore.removeWallets(names));
      }
      write(read().filter((one) => one.id !== id));
    },
    async clear(owner) {
      // the list goes also where the database cannot be read: without it no record is opened
      write(owner === undefined ? [] : read().filter(({ pubkey }) => pubkey !== owner));
      if (owner === undefined) return attempt(keystore.clearWallets());
      const names = (await attempt(keystore.wallets())).map(nameOf);
      const isLeaving = (name: unknown): name is string => ownerOfRecord(name)?.owner === owner;
      await attempt(keystore.removeWallets(names.filter(isLeaving)));
    },
    byHand: {
      get: isByHand.read,
      set: (value) => void isByHand.write({ [BY_HAND]: value ? 'true' : null }),
    },
    subscribe: list.subscribe,
  };
};

/** Those of the account of this moment; the same list as long as nothing in it changes. */
export const savedOfAccount = (
  saved: Pick<SavedWallets, 'of' | 'subscribe'>,
  account: Pick<AccountStore, 'get' | 'subscribe'>,
): { readonly get: () => readonly StoredWallet[]; readonly subscribe: (listener: () => void) => () => void } => {
  let known: readonly StoredWallet[] = [];
  return {
    get() {
      const now = saved.of(account.get().pubkey);
      if (JSON.stringify(now) !== JSON.stringify(known)) known = now;
      return known;
    },
    subscribe(listener) {
      const endings = [saved.subscribe(listener), account.subscribe(listener)];
      return () => endings.forEach((end) => end());
    },
  };
};
