import type { SavedAccount } from '#domain/session/account.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';

/** A value that changes, and word of each change. */
export type Changing<Value> = {
  get(): Value;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Something the extension was asked for and has not answered. */
export type ExtensionWait = {
  readonly id: number;
  readonly what: 'public key' | 'signature' | 'encryption' | 'decryption';
  /** ms since the epoch */
  readonly since: number;
  /** it is given up so many ms after `since` */
  readonly limitMs: number;
};

/** What the rest of the app has of the login, once it runs. */
export type Session = {
  /** `account.subscribe` tells when it begins or stops to give a signer */
  readonly signer: CurrentSigner;
  /** saved on this device, newest first; both acts reject with a KeyError and then change nothing */
  readonly accounts: Changing<readonly SavedAccount[]> & {
    /** Deletes the saved key of one. `pubkey` in hex. */
    remove(pubkey: string): Promise<void>;
    /** Deletes all saved keys. */
    clear(): Promise<void>;
  };
  readonly waiting: Changing<readonly ExtensionWait[]> & {
    /** Stops waiting; the asker is told 'Cancelled.' */
    cancel(id: number): void;
  };
  /**
   * Settled when this is the passphrase of the key of whoever is logged in, or when their key has none; rejects with a KeyError.
   */
  confirm(passphrase: string | undefined): Promise<void>;
  /** Locks the saved key of whoever is logged in, in all tabs. */
  lock(): void;
  /** Why no key can be saved on this device (KEY-03, KEY-04); undefined when one can. */
  savingProblem(): KeyProblem | undefined;
};
