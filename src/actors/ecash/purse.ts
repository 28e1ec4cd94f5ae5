import type { CurrentSigner } from '#domain/protocol/signer.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { ledgerFaults } from '#domain/ecash/ledger-faults.ts';
import type { WalletRecord } from '#domain/ecash/wallet-record.ts';
import { openLedger, type Ledger } from '#store/ledger/ledger.ts';
import type { EcashCore, SealedWallet } from '#workers/ecash-calls.ts';
import type { CoreProcess } from './core-process.ts';
import type { EcashDeps } from './ecash-deps.ts';
import { createEngine, type Engine } from './engine.ts';
import { createMints, type Mints } from './mints.ts';

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

export type PurseDeps = {
  readonly indexedDB: IDBFactory | undefined;
  readonly signer: CurrentSigner;
  /** Starts a worker; `lost` is called when it dies. */
  readonly startCore: (lost: () => void) => CoreProcess;
  /** whether mints on this machine may be asked */
  readonly loopback: () => boolean;
  readonly channel: BroadcastChannel | undefined;
  readonly now: () => number;
  readonly random: () => number;
  readonly newId: () => string;
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

/** A core whose worker starts with the first call, and again after it was ended. */
const createLazyCore = ({ startCore, loopback }: PurseDeps, lost: () => void) => {
  let running: { readonly process: CoreProcess; readonly ready: Promise<void> } | undefined;
  const start = () => {
    const process = startCore(() => {
      running = undefined;
      lost();
    });
    return { process, ready: process.core.allow({ loopback: loopback() }) };
  };
  const call =
    (name: keyof EcashCore) =>
    async (...given: readonly unknown[]) => {
      running ??= start();
      const { process, ready } = running;
      await ready;
      return await (process.core[name] as (...given: readonly unknown[]) => Promise<unknown>)(...given);
    };
  return {
    core: new Proxy({} as EcashCore, { get: (_, name) => call(name as keyof EcashCore) }),
    end() {
      running?.process.end();
      running = undefined;
    },
  };
};
