import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { ledgerFaults, type LedgerContent } from '#domain/ecash/ledger/ledger-faults.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import { isSampleNetwork } from '#domain/ecash/mints/sample-mints.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { EcashWalletRecord } from '#domain/ecash/ledger/wallet-record.ts';
import { openLedger, type Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore, NewWallet, SealedWallet } from '#workers/ecash-calls.ts';
import { createDoubts, isRotationDue, type Doubts } from '#actors/ecash/operations/consolidating.ts';
import { startCoreLate, type CoreProcess } from '#actors/ecash/core-process.ts';
import type { EcashDeps } from '#actors/ecash/ecash-deps.ts';
import { createEngine, type Engine } from '#actors/ecash/operations/engine.ts';
import { createListeners } from '#domain/listeners.ts';
import { createMints, type Mints } from '#actors/ecash/mints.ts';
import { createDecryptedBefore, type DecryptedBefore } from '#actors/ecash/decrypted-before.ts';

/** The ecash of one account: the ledger, the worker with the secrets while it is open, and the engine over both. */
export type Purse = {
  /** hex */
  readonly pubkey: string;
  readonly ledger: Ledger;
  readonly mints: Mints;
  /** Asks mints, and works with secrets while the wallet is open. Its worker starts with the first call. */
  readonly core: EcashCore;
  readonly deps: EcashDeps;
  readonly engine: Engine;
  readonly doubts: Doubts;
  /** what was read of relays on this visit and before */
  readonly before: DecryptedBefore;
  readonly keys: FurtherKeys;
  isOpen(): boolean;
  /** Opens the wallet by the signer of the account. */
  open(): Promise<void>;
  /** Makes a wallet: it is on the disk before it may hold anything. Rejects when there is one. */
  create(words?: string): Promise<void>;
  /** The recovery phrase, by the signer once more. */
  words(): Promise<string>;
  /** Forgets all secrets. What is under way stays written down. */
  close(): void;
  /** Calls back when the worker dies by itself, until the returned function is called. */
  onLost(listener: () => void): () => void;
};

/** What keys open that the account has for its wallet elsewhere: known to the worker on this visit, as mints know them. */
export type FurtherKeys = {
  get(): readonly string[];
  learn(pubkeys: readonly string[]): void;
  subscribe(listener: () => void): () => void;
};

const createFurtherKeys = (): FurtherKeys => {
  const listeners = createListeners();
  const known = new Set<string>();
  return {
    get: () => [...known],
    learn(pubkeys) {
      const before = known.size;
      for (const pubkey of pubkeys) known.add(pubkey);
      if (known.size > before) listeners.tell();
    },
    subscribe: listeners.subscribe,
  };
};

export type PurseDeps = {
  readonly indexedDB: IDBFactory | undefined;
  readonly signer: CurrentSigner;
  /** Starts a worker; `lost` is called when it dies. */
  readonly startCore: (lost: () => void) => CoreProcess;
  readonly channel: BroadcastChannel | undefined;
  readonly now: () => number;
  readonly random: () => number;
  readonly newId: () => string;
  /** a name for this tab */
  readonly tab: string;
  /** is told of what was written down without anybody's asking */
  readonly begun: (record: Operation) => void;
  readonly takes: NonNullable<EcashDeps['takes']>;
  /** what must not be in a ledger is said aloud while the app is developed */
  readonly complain: ((faults: readonly string[]) => void) | undefined;
};

const fail = (code: 'ecash-locked' | 'ecash-no-cipher' | 'ecash-key-refused' | 'ecash-none'): never => {
  throw new EcashError({ code });
};

/** How the account wraps the key of its wallet. */
const createWrapping = (signer: CurrentSigner, pubkey: string) => {
  const cipher = () => {
    const found = signer();
    if (found?.pubkey !== pubkey) return fail('ecash-locked');
    return found.nip44 ?? fail('ecash-no-cipher');
  };
  const refused = () => fail('ecash-key-refused');
  const unwrap = async (wrapped: string) => await cipher().decrypt(pubkey, wrapped).catch(refused);
  return {
    check: () => void cipher(),
    unwrap,
    /** What cannot be opened again is no wrapping. */
    async wrap(key: string) {
      const wrapped = await cipher().encrypt(pubkey, key).catch(refused);
      return (await unwrap(wrapped)) === key ? wrapped : refused();
    },
  };
};

const recordOf = ({ wallet, pubkey }: NewWallet, wrappedKey: string, createdAt: number): EcashWalletRecord => ({
  version: 1,
  sealed: wallet.sealed,
  wrappedKey,
  pubkey,
  createdAt,
});

const sealedOf = ({ version, sealed }: EcashWalletRecord): SealedWallet => ({ version, sealed });

const inspecting = (complain: PurseDeps['complain']) =>
  complain && {
    inspect: (content: LedgerContent) => {
      const faults = ledgerFaults(content);
      if (faults.length > 0) complain(faults);
    },
  };

/** What is to leave its keyset is looked through as what is doubted. */
const telling = (doubts: Doubts, deps: Pick<EcashDeps, 'ledger' | 'now'>) => (facts: MintFacts) =>
  void isRotationDue(deps, facts).then(
    (isDue) => isDue && doubts.tell(facts.url),
    () => {},
  );

/** From one end of the worker to the next: what was begun in one neither opens nor shows anything in a later one. */
type Life = { isOpen: boolean; ended?: EcashError };

const stillIn = ({ ended }: Life) => {
  if (ended) throw ended;
};

type OpeningDeps = {
  readonly ledger: Pick<Ledger, 'wallet'>;
  readonly mints: Pick<Mints, 'core' | 'teach'>;
  readonly wrapping: ReturnType<typeof createWrapping>;
  readonly now: () => number;
};

type Opening = Pick<Purse, 'isOpen' | 'open' | 'create' | 'words'> & {
  readonly end: (code: 'ecash-locked' | 'ecash-worker') => void;
};

/** Gives the worker the secrets, for as long as it lives. */
const createOpening = ({ ledger, mints, wrapping, now }: OpeningDeps): Opening => {
  const { core } = mints;
  let life: Life = { isOpen: false };
  const saved = async () => (await ledger.wallet.get()) ?? fail('ecash-none');
  return {
    end(code) {
      life.ended = new EcashError({ code });
      life = { isOpen: false };
    },
    isOpen: () => life.isOpen,
    async open() {
      const mine = life;
      if (mine.isOpen) return;
      const record = await saved();
      const key = await wrapping.unwrap(record.wrappedKey);
      stillIn(mine);
      await core.close();
      stillIn(mine);
      await core.open(sealedOf(record), key);
      await mints.teach();
      stillIn(mine);
      mine.isOpen = true;
    },
    async create(words) {
      const mine = life;
      wrapping.check();
      if (await ledger.wallet.get()) throw new EcashError({ code: 'ecash-exists' });
      stillIn(mine);
      const made = await core.create(words);
      try {
        const wrapped = await wrapping.wrap(made.key);
        stillIn(mine);
        await ledger.wallet.add(recordOf(made, wrapped, now()));
        mine.isOpen = true;
      } catch (error) {
        if (!mine.ended) await core.close();
        throw error;
      }
    },
    async words() {
      const mine = life;
      const record = await saved();
      const key = await wrapping.unwrap(record.wrappedKey);
      stillIn(mine);
      return await core.reveal(sealedOf(record), key);
    },
  };
};

/** The purse of an account. Nothing of it is read, started or asked before it is used. */
export const createPurse = (deps: PurseDeps, pubkey: string): Purse => {
  const { indexedDB, signer, startCore, channel, now, random, newId, tab, begun, takes, complain } = deps;
  const listeners = createListeners();
  const lost = () => {
    end('ecash-worker');
    listeners.tell();
  };
  const ledger = openLedger(indexedDB, { pubkey, now, ...(channel && { channel }), ...inspecting(complain) });
  const process = startCoreLate(startCore, (core) => core.allow({ loopback: isSampleNetwork() }), lost);
  const doubts = createDoubts();
  const mints = createMints({ ledger, core: process.core, now, loaded: telling(doubts, { ledger, now }) });
  const { core } = mints;
  const { end, ...opening } = createOpening({ ledger, mints, wrapping: createWrapping(signer, pubkey), now });
  const books = { ledger, core, mintFacts: mints.facts, doubted: doubts.tell };
  const engineDeps: EcashDeps = { ...books, now, random, newId, tab, begun, takes };
  return {
    pubkey,
    ledger,
    mints,
    core,
    deps: engineDeps,
    engine: createEngine(engineDeps),
    doubts,
    before: createDecryptedBefore({ ledger, core }),
    keys: createFurtherKeys(),
    ...opening,
    close() {
      end('ecash-locked');
      process.end();
    },
    onLost: listeners.subscribe,
  };
};
