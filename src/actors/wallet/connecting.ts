import { createListeners } from '#domain/listeners.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { CurrentSigner, Signer } from '#domain/protocol/signer.ts';
import { toSeconds } from '#domain/units.ts';
import type { PublicPairing } from '#domain/wallet/pairing-code.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import {
  ENCRYPTED,
  freeName,
  walletId,
  walletRecordName,
  type OldWalletRecord,
  type StoredWallet,
  type WalletRecord,
} from '#domain/wallet/wallet-record.ts';
import type { ConnectedWallet, WalletWish } from '#domain/wallet/wallet.ts';
import type { WorkerEndpoint } from '#actors/workers/running-worker.ts';
import type { SavedWallets } from '#store/wallet/saved-wallets.ts';
import type { Paired, SealedPairing } from '#workers/wallet-core.ts';
import { startKeeper, type KeeperProcess } from './keeper-process.ts';
import { connectNwc, type NwcLinkDeps } from './nwc-link.ts';
import type { WalletLink } from './wallet-link.ts';
import { connectWebln, type WeblnPlace } from './webln.ts';

export type ConnectingDeps = Pick<NwcLinkDeps, 'requests' | 'isReached'> & {
  readonly spawn: () => WorkerEndpoint;
  readonly saved: SavedWallets;
  readonly signer: CurrentSigner;
  readonly account: () => string | undefined;
  readonly place: WeblnPlace;
  /** ms since the epoch */
  readonly now: () => number;
  /** letters and digits that nobody else has */
  readonly random: () => string;
};

/** The wallet that is connected, and the way to connect one. */
export type Connecting = {
  link(): WalletLink | undefined;
  /** the relays of a remote one */
  relays(): readonly string[];
  /** Rejects with a WalletError. A further attempt goes on with what the first was given. What comes after `signal` is ended. */
  connect(wish: WalletWish | undefined, attempt: number, signal: AbortSignal): Promise<ConnectedWallet>;
  /** Ends all that is connected, set aside or waits for a further attempt, and with it the secrets. */
  drop(): void;
  /** Sets what is connected aside, until another one is; what waits for a further attempt ends. */
  setAside(): void;
  /** Whether what was set aside is still there. */
  hasFormer(): boolean;
  /** Takes back what was set aside; what waits for a further attempt ends. */
  takeBack(): void;
  /** Ends what was set aside. */
  letGo(): void;
  /** Calls back when the worker with the secret died. */
  readonly onLost: (listener: () => void) => () => void;
};

/** A pairing in its worker, before the wallet has answered. */
type Opened = {
  readonly keeper: KeeperProcess;
  readonly pairing: PublicPairing;
  readonly stored: StoredWallet | undefined;
};

/** The signer's way to encrypt to the account itself; undefined when it has none. */
const ownCipher = ({ nip44, nip04 }: Signer) =>
  nip44 ? ({ wrap: 'nip44', cipher: nip44 } as const) : nip04 && ({ wrap: 'nip04', cipher: nip04 } as const);

const wrapped = async (
  signer: Signer,
  id: string,
  { key, ...rest }: SealedPairing,
  at: number,
): Promise<WalletRecord> => {
  const own = ownCipher(signer);
  if (!own) throw new WalletError({ code: 'cannot-encrypt' });
  const wrappedKey = await own.cipher.encrypt(signer.pubkey, key);
  return {
    ...rest,
    pubkey: walletRecordName(signer.pubkey, id),
    wrappedKey,
    wrap: own.wrap,
    version: 3,
    timestamp: at,
  };
};

const unwrapped = async (signer: Signer, { wrap, wrappedKey }: WalletRecord): Promise<string> => {
  const cipher = signer[wrap];
  if (!cipher) throw new WalletError({ code: 'wallet-not-found' });
  return cipher.decrypt(signer.pubkey, wrappedKey);
};

/** What the key of a record of version 2 is made of: the signature of one fixed event (WALLET-35). */
const oldPassword = async (signer: Signer, { timestamp }: OldWalletRecord): Promise<string> => {
  const template = { kind: KIND.httpAuth, created_at: toSeconds(timestamp), tags: [], content: '' };
  return (await signer.signEvent(template)).sig;
};

/** What the signer of the account says of a record, so that it can be opened (WALLET-38). */
const asked = async (saying: Promise<string>): Promise<string> => {
  try {
    return await saying;
  } catch {
    throw new WalletError({ code: 'wallet-not-found' });
  }
};

/**
 * Writes a pairing down; false when that cannot be: the wallet is connected all the same. The signer may ask a person, who may
 * sign out meanwhile: nothing of theirs is left then (WALLET-17). `isWished`: whether it is still to be connected.
 */
const createKeeping =
  ({ saved, signer, account, now }: ConnectingDeps) =>
  async (wallet: StoredWallet, pairing: SealedPairing | undefined, isWished: () => boolean): Promise<boolean> => {
    const by = signer();
    const isTheirs = () => wallet.pubkey === account();
    if (!isTheirs() || (wallet.walletType === 'nwc' && !by)) return false;
    try {
      const record = pairing && by && (await wrapped(by, wallet.id, pairing, now()));
      if (!isWished() || !isTheirs()) return false;
      await saved.save(wallet, record);
      if (account() === undefined) await saved.remove(wallet.id);
      return isTheirs();
    } catch {
      return false;
    }
  };

type CodeWish = Extract<WalletWish, { kind: 'code' }>;

/** What a wallet that was not saved before is called. */
const newName = ({ name, defaultName = '' }: CodeWish): string => name || defaultName;

const createOpening = (deps: ConnectingDeps, lost: (keeper: KeeperProcess) => void) => {
  const { spawn, saved, signer, account, now, random } = deps;
  const keep = createKeeping(deps);
  const entryOf = (name: string, walletType: StoredWallet['walletType'], pubkey: string): StoredWallet => {
    const at = now();
    const id = walletId(at, random());
    return { id, name, connectionString: ENCRYPTED, walletType, connectedAt: at, lastUsed: at, persist: true, pubkey };
  };
  const inWorker = async (act: (keeper: KeeperProcess) => Promise<Paired>) => {
    const keeper = startKeeper(spawn, () => lost(keeper));
    try {
      return { keeper, ...(await act(keeper)) };
    } catch (error) {
      keeper.end();
      throw error;
    }
  };
  return {
    keep,
    entryOf,
    async code(wish: CodeWish): Promise<Opened & { sealed: SealedPairing | undefined }> {
      const { code, name, keep: isKept } = wish;
      const text = code.take() ?? '';
      const owner = account();
      // it would be kept for nobody (WALLET-27)
      if (isKept && owner === undefined) throw new WalletError({ code: 'no-account' });
      const opened = await inWorker((keeper) => keeper.call((worker) => worker.pair(text, isKept)));
      if (!opened.sealed || owner === undefined) return { ...opened, stored: undefined };
      const theirs = saved.of(owner);
      const same = theirs.find(({ client }) => client === opened.pairing.clientPubkey);
      // a code that was saved before is the same wallet, perhaps by another name
      if (same) return { ...opened, stored: { ...same, name: name || same.name } };
      const taken = theirs.map((one) => one.name);
      return { ...opened, stored: entryOf(freeName(newName(wish), taken), 'nwc', owner) };
    },
    async saved(id: string): Promise<Opened & { sealed: SealedPairing | undefined }> {
      const stored = saved.of(account()).find((one) => one.id === id);
      if (!stored) throw new WalletError({ code: 'wallet-not-found' });
      if (stored.connectionString !== ENCRYPTED) {
        // it lay open, as versions before this one left it: it is encrypted now
        return {
          ...(await inWorker((keeper) => keeper.call((worker) => worker.pair(stored.connectionString, true)))),
          stored,
        };
      }
      const record = await saved.record(stored);
      const by = signer();
      if (!by) throw new WalletError({ code: 'wallet-locked' });
      if (record.version === 3) {
        const key = await asked(unwrapped(by, record));
        return { ...(await inWorker((keeper) => keeper.call((worker) => worker.open(record, key)))), stored };
      }
      const password = await asked(oldPassword(by, record));
      return { ...(await inWorker((keeper) => keeper.call((worker) => worker.openOld(record, password)))), stored };
    },
  };
};

const shownOf = (link: WalletLink, name: string, id: string | undefined, lud16?: string): ConnectedWallet => ({
  id,
  kind: link.route.kind,
  name,
  balance: undefined,
  balanceProblem: undefined,
  budget: undefined,
  alias: link.facts.alias,
  walletPubkey: link.route.kind === 'nwc' ? link.route.walletPubkey : undefined,
  client: link.route.kind === 'nwc' ? link.route.client : undefined,
  lud16,
  lud06: undefined,
  methods: link.facts.methods,
});

const cancelled = (): never => {
  throw new WalletError({ code: 'cancelled' });
};

/** What a wallet is saved as. One that could not be saved anew is in the list all the same. */
const savedId = (wish: WalletWish | undefined, stored: StoredWallet | undefined, isKept: boolean) =>
  isKept || wish?.kind === 'saved' ? stored?.id : undefined;

type Waiting = Opened & { readonly sealed: SealedPairing | undefined; readonly name: string };

/** A wallet that answered; `keeper`: what holds the secret of a remote one. */
type Held = { readonly link: WalletLink; readonly relays: readonly string[]; readonly keeper?: KeeperProcess };

/** What `wallet-connection` has outside: what is connected or waits for a further attempt, and what was connected before. */
const createPlace = () => {
  const place = {
    held: undefined as Held | undefined,
    former: undefined as Held | undefined,
    waiting: undefined as Waiting | undefined,
    /** Ends what waits for a further attempt. */
    stop() {
      place.waiting?.keeper.end();
      place.waiting = undefined;
    },
    letGo() {
      place.former?.link.close();
      place.former = undefined;
    },
    /** Ends what is held; something else is from here on, or nothing. */
    hold(next: Held | undefined) {
      place.held?.link.close();
      place.held = next;
    },
    drop() {
      place.stop();
      place.letGo();
      place.hold(undefined);
    },
    setAside() {
      place.stop();
      // the one in hand came too late for somebody who wished another one
      if (place.former) return place.hold(undefined);
      place.former = place.held;
      place.held = undefined;
    },
    takeBack() {
      place.stop();
      place.hold(place.former);
      place.former = undefined;
    },
    take(held: Held, signal: AbortSignal) {
      if (!signal.aborted) return void (place.held = held);
      held.link.close();
      return cancelled();
    },
  };
  return place;
};

type Place = ReturnType<typeof createPlace>;

/** The pairing of a wish in its worker; a further attempt has it already. */
const pairingFor = async (
  place: Place,
  opening: ReturnType<typeof createOpening>,
  wish: WalletWish | undefined,
  signal: AbortSignal,
) => {
  if (wish?.kind !== 'code' && wish?.kind !== 'saved') throw new WalletError({ code: 'not-initialized' });
  const opened = await (wish.kind === 'code' ? opening.code(wish) : opening.saved(wish.id));
  if (signal.aborted) {
    opened.keeper.end();
    return cancelled();
  }
  const name = opened.stored?.name ?? (wish.kind === 'code' ? newName(wish) : '');
  return (place.waiting = { ...opened, name });
};

/** See `Connecting`. */
export const createConnecting = (deps: ConnectingDeps): Connecting => {
  const { requests, isReached, saved, account, now } = deps;
  const { tell, subscribe } = createListeners();
  const place = createPlace();
  const opening = createOpening(deps, (keeper) => (place.former?.keeper === keeper ? place.letGo() : tell()));

  const remote = async (
    wish: WalletWish | undefined,
    attempt: number,
    signal: AbortSignal,
  ): Promise<ConnectedWallet> => {
    const known = attempt > 1 ? place.waiting : undefined;
    const { keeper, pairing, stored, sealed, name } = known ?? (await pairingFor(place, opening, wish, signal));
    const { relays } = pairing;
    place.take({ link: await connectNwc({ requests, keeper, pairing, isReached, now }), relays, keeper }, signal);
    place.waiting = undefined;
    const isWished = () => !signal.aborted;
    const isKept = stored !== undefined && (sealed === undefined || (await opening.keep(stored, sealed, isWished)));
    if (isKept) saved.used(stored.id, now(), pairing.clientPubkey);
    return shownOf(place.held?.link ?? cancelled(), name, savedId(wish, stored, isKept), pairing.lud16);
  };
  const browsers = async (
    wish: WalletWish,
    name: string,
    stored: StoredWallet | undefined,
    signal: AbortSignal,
  ): Promise<ConnectedWallet> => {
    place.take({ link: await connectWebln(deps.place, now), relays: [] }, signal);
    const isKept = stored !== undefined && (await opening.keep({ ...stored, lastUsed: now() }, undefined, () => true));
    return shownOf(place.held?.link ?? cancelled(), name, savedId(wish, stored, isKept));
  };
  const browserEntry = ({ name, keep }: Extract<WalletWish, { kind: 'webln' }>): StoredWallet | undefined => {
    const owner = account();
    if (!keep) return undefined;
    if (owner === undefined) throw new WalletError({ code: 'no-account' });
    return saved.of(owner).find(({ walletType }) => walletType === 'webln') ?? opening.entryOf(name, 'webln', owner);
  };
  return {
    link: () => place.held?.link,
    relays: () => place.held?.relays ?? [],
    drop: place.drop,
    setAside: place.setAside,
    hasFormer: () => place.former !== undefined,
    takeBack: place.takeBack,
    letGo: place.letGo,
    async connect(wish, attempt, signal) {
      if (wish?.kind === 'webln') {
        const entry = browserEntry(wish);
        return browsers(wish, entry?.name ?? wish.name, entry, signal);
      }
      if (wish?.kind !== 'saved') return remote(wish, attempt, signal);
      const stored = saved.of(account()).find(({ id }) => id === wish.id);
      return stored?.walletType === 'webln'
        ? browsers(wish, stored.name, stored, signal)
        : remote(wish, attempt, signal);
    },
    onLost: subscribe,
  };
};
