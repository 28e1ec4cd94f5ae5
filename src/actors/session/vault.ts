import { createListeners } from '#domain/listeners.ts';
import { KeyError } from '#domain/session/key-problem.ts';
import { passphraseProblem, viewingProblem } from '#domain/session/passphrase.ts';
import { SIGNER_TIMEOUT_MS, KEY_DERIVATION_TIMEOUT_MS } from '#domain/session/session-limits.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import {
  cipherFor,
  openingProblem,
  savingProblem,
  type KeyEnvironment,
  type KeyRecord,
} from '#domain/session/key-record.ts';
import { readNcryptsec } from '#domain/session/ncryptsec.ts';
import { sealed, type Sealed } from '#domain/protocol/sealed.ts';
import type { Cipher, Signer } from '#domain/protocol/signer.ts';
import { freezeEvent } from '#domain/protocol/verify-frame.ts';
import type { KeyForms, Held, Saving } from '#workers/signer-core.ts';
import type { WorkerEndpoint } from '#actors/workers/running-worker.ts';
import { startSignerProcess, type Call, type SignerProcess } from './signer-process.ts';
import { startOnce } from '#domain/start-once.ts';

export type VaultDeps = {
  /** starts a worker that answers `SignerWorker`; throws where workers are not allowed */
  readonly spawn: () => WorkerEndpoint;
  readonly environment: KeyEnvironment;
  /** ms since the epoch */
  readonly now: () => number;
};

/** A new key: what everybody may know, and what only the user may see. */
export type NewKey = Pick<KeyForms, 'pubkey' | 'npub'> & {
  readonly secret: Sealed<Pick<KeyForms, 'hex' | 'nsec'>>;
};

/**
 * The user's secret key, in a worker of its own. Each act rejects with a KeyError. An act that would bring another key
 * happens in a new worker, which takes the place of the one before when it has succeeded: a failure or a cancel costs
 * nothing. The key in place is never given back; a record to save is made when a key comes, of the same message.
 */
export type Vault = {
  /** Takes a typed nsec or hex; with a passphrase it also makes the record to save (LOGIN-28, LOGIN-29). */
  hold(secret: Sealed<string>, passphrase?: Sealed<string>, signal?: AbortSignal): Promise<Held>;
  /** Makes a new key, which waits for `adopt`. */
  generate(signal?: AbortSignal): Promise<NewKey>;
  /** Takes the new key; 'no-key' when there is none (KEY-38). */
  adopt(passphrase?: Sealed<string>, signal?: AbortSignal): Promise<Held>;
  /** Forgets a new key that was not taken. */
  discard(): void;
  unlock(record: KeyRecord, passphrase: Sealed<string>, signal?: AbortSignal): Promise<Held>;
  /** The nsec of a record. */
  reveal(record: KeyRecord, passphrase: Sealed<string>, signal?: AbortSignal): Promise<Sealed<string>>;
  /** The key of a record as ncryptsec under the same passphrase (NIP-49). */
  exportKey(record: KeyRecord, passphrase: Sealed<string>, signal?: AbortSignal): Promise<string>;
  /** Takes the key of an ncryptsec; with `keep` it also makes the record to save, under the same passphrase. */
  importKey(ncryptsec: string, passphrase: Sealed<string>, keep: boolean, signal?: AbortSignal): Promise<Held>;
  /** How long the passphrase of a record takes to become a key on this machine, in ms. */
  estimate(): Promise<number>;
  /** Whose key is in place, in hex. */
  pubkey(): string | undefined;
  /** Signs with the key in place. */
  signer(): Signer | undefined;
  /** Forgets the key in place: lock and sign-out. */
  forget(): void;
  /** Calls back when the worker with the key died: the key is locked. */
  onLost(listener: () => void): () => void;
};

const refuse = (problem: KeyProblem | undefined) => {
  if (problem) throw new KeyError(problem);
};

/** What was typed; 'no-passphrase' when that is nothing. */
export const given = (passphrase: Sealed<string>): string => {
  const text = passphrase.take() ?? '';
  refuse(text === '' ? 'no-passphrase' : undefined);
  return text;
};

const cipherOf = (process: SignerProcess, way: 'nip44' | 'nip04'): Cipher => ({
  encrypt: (pubkey, text) => process.call((worker) => worker.cipher(way, 'encrypt', pubkey, text), SIGNER_TIMEOUT_MS),
  decrypt: (pubkey, text) => process.call((worker) => worker.cipher(way, 'decrypt', pubkey, text), SIGNER_TIMEOUT_MS),
});

const signerOf = (process: SignerProcess, pubkey: string): Signer => ({
  pubkey,
  signEvent: async (template) => freezeEvent(await process.call((worker) => worker.sign(template), SIGNER_TIMEOUT_MS)),
  nip44: cipherOf(process, 'nip44'),
  nip04: cipherOf(process, 'nip04'),
});

/** The one worker whose key is the user's, and what happens when it dies. */
const createPlace = () => {
  const { tell, subscribe } = createListeners();
  let current: { readonly process: SignerProcess; readonly signer: Signer } | undefined;
  return {
    signer: () => current?.signer,
    put(process: SignerProcess, pubkey: string) {
      current?.process.end('locked');
      current = { process, signer: signerOf(process, pubkey) };
      process.onLost(() => {
        if (current?.process !== process) return;
        current = undefined;
        tell();
      });
    },
    clear() {
      current?.process.end('locked');
      current = undefined;
    },
    onLost: subscribe,
  };
};

/** Workers without a key. One may be running already, kept for the next that needs one. */
const createSpares = (spawn: VaultDeps['spawn']) => {
  let spare: SignerProcess | undefined;
  const next = (): SignerProcess => {
    const process = spare ?? startSignerProcess(spawn);
    spare = undefined;
    return process;
  };
  const estimate = startOnce(async () => {
    const process = next();
    try {
      const ms = await process.call((worker) => worker.calibrate(), SIGNER_TIMEOUT_MS);
      spare?.end();
      spare = process;
      process.onLost(() => {
        if (spare === process) spare = undefined;
      });
      return ms;
    } catch (error) {
      process.end();
      throw error;
    }
  });
  return { next, estimate };
};

type Place = ReturnType<typeof createPlace>;
type Spares = ReturnType<typeof createSpares>;

/** Gives a worker the time of a derivation; whatever fails ends the worker. */
const derive = async <Value>(process: SignerProcess, act: Call<Value>, signal?: AbortSignal): Promise<Value> => {
  try {
    return await process.call(act, KEY_DERIVATION_TIMEOUT_MS, signal);
  } catch (error) {
    process.end();
    throw error;
  }
};

/** The acts after which another key is in place. */
const createTaking = ({ environment, now }: VaultDeps, place: Place, spares: Spares) => {
  let generated: SignerProcess | undefined;
  const savingBy = (passphrase: Sealed<string> | undefined): Saving | undefined => {
    if (!passphrase) return undefined;
    const text = given(passphrase);
    refuse(savingProblem(environment) ?? passphraseProblem(text));
    return { passphrase: text, algo: cipherFor(environment), timestamp: now() };
  };
  const take = async (process: SignerProcess, act: Call<Held>, signal?: AbortSignal): Promise<Held> => {
    const held = await derive(process, act, signal);
    place.put(process, held.pubkey);
    return held;
  };
  const discard = () => {
    generated?.end();
    generated = undefined;
  };
  return {
    discard,
    async hold(secret, passphrase, signal) {
      const saving = savingBy(passphrase);
      const text = secret.take() ?? '';
      return take(spares.next(), (worker) => worker.hold(text, saving), signal);
    },
    async generate(signal) {
      refuse(environment.randomness ? undefined : 'no-randomness');
      discard();
      const process = spares.next();
      const { pubkey, npub, ...secret } = await derive(process, (worker) => worker.generate(), signal);
      generated = process;
      return { pubkey, npub, secret: sealed({ hex: secret.hex, nsec: secret.nsec }) };
    },
    async adopt(passphrase, signal) {
      const process = generated;
      if (!process) throw new KeyError('no-key');
      const saving = savingBy(passphrase);
      // a failure or a cancel leaves the new key where it is
      const record =
        saving && (await process.call((worker) => worker.saveGenerated(saving), KEY_DERIVATION_TIMEOUT_MS, signal));
      const held = await process.call((worker) => worker.adopt(), SIGNER_TIMEOUT_MS, signal);
      generated = undefined;
      place.put(process, held.pubkey);
      return { pubkey: held.pubkey, record };
    },
    async unlock(record, passphrase, signal) {
      const text = given(passphrase);
      refuse(openingProblem(record, environment));
      return take(spares.next(), (worker) => worker.unlock(record, text), signal);
    },
    async importKey(ncryptsec, passphrase, keep, signal) {
      readNcryptsec(ncryptsec);
      const text = given(passphrase);
      refuse(keep && passphraseProblem(text) ? 'short-own-passphrase' : undefined);
      const saving = keep ? savingBy(sealed(text)) : undefined;
      return take(spares.next(), (worker) => worker.importKey(ncryptsec, text, saving), signal);
    },
  } satisfies Partial<Vault>;
};

/** The acts that show a saved key and leave the one in place as it is. */
const createShowing = ({ environment }: VaultDeps, spares: Spares) => {
  const shown = async (
    record: KeyRecord,
    passphrase: Sealed<string>,
    act: 'reveal' | 'exportKey',
    signal?: AbortSignal,
  ): Promise<string> => {
    const text = given(passphrase);
    refuse(viewingProblem(text) ?? openingProblem(record, environment));
    const process = spares.next();
    const key = await derive(process, (worker) => worker[act](record, text), signal);
    process.end();
    return key;
  };
  return {
    reveal: async (record, passphrase, signal) => sealed(await shown(record, passphrase, 'reveal', signal)),
    exportKey: (record, passphrase, signal) => shown(record, passphrase, 'exportKey', signal),
  } satisfies Partial<Vault>;
};

/** See `Vault`. Starts no worker before it is needed. */
export const createVault = (deps: VaultDeps): Vault => {
  const place = createPlace();
  const spares = createSpares(deps.spawn);
  return {
    ...createTaking(deps, place, spares),
    ...createShowing(deps, spares),
    estimate: spares.estimate,
    pubkey: () => place.signer()?.pubkey,
    signer: place.signer,
    forget: place.clear,
    onLost: place.onLost,
  };
};
