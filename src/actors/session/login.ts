import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import type { Problem } from '#domain/problem.ts';
import { KeyError, keyProblemOf } from '#domain/session/key-problem.ts';
import { passphraseProblem } from '#domain/session/passphrase.ts';
import { checkSecretForm, isEncryptedKey, meantKey } from '#domain/session/secret-form.ts';
import { sealed, type Sealed } from '#domain/protocol/sealed.ts';
import type { RunningAreas } from '#machines/areas.ts';
import type { ExtensionCheck, Opened, TypedKey } from '#machines/session/login.machine.ts';
import type { Held } from '#workers/signer-core.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { Keystore } from '#store/session/keystore.ts';
import type { LockCall } from '#store/session/lock-call.ts';
import type { SavedAccounts } from '#store/session/saved-accounts.ts';
import type { Extension } from './extension.ts';
import type { FindLogin } from './follow-login.ts';
import type { Vault } from './vault.ts';

const NOTHING: TypedKey = { secret: '', keep: false, passphrase: '', confirmation: '' };

/** The public key that the extension signs for, in hex. */
export const defineAskExtension = (extension: Pick<Extension, 'publicKey'>) =>
  fromPromise<string>(({ signal }) => extension.publicKey(signal));

/** Whether the extension still has the key of the account. In silence: a refusal shows when something is signed. */
export const defineCheckExtension = (extension: Pick<Extension, 'available' | 'publicKey'>) =>
  fromPromise<ExtensionCheck, { pubkey: string }>(async ({ input, signal }) => {
    if (!extension.available()) return 'missing';
    try {
      return (await extension.publicKey(signal)) === input.pubkey ? 'same' : 'other';
    } catch {
      return 'silent';
    }
  });

/** Whether the browser has a signing extension now (LOGIN-11). */
export const defineLookForExtension = (extension: Pick<Extension, 'available'>) =>
  fromPromise<boolean>(async () => extension.available());

/** Tells when a signing extension is there. */
export const defineAwaitExtension = (follow: RunningAreas['follow']) =>
  fromCallback(({ sendBack }) =>
    follow('extension-watch', (snapshot) => {
      if (snapshot.hasTag('available')) sendBack({ type: 'extension.appeared' });
    }),
  );

export type SavingDeps = {
  readonly vault: Vault;
  readonly keystore: Pick<Keystore, 'save'>;
  readonly accounts: Pick<SavedAccounts, 'add' | 'has'>;
  readonly find: FindLogin;
  /** Shows a line to the user. */
  readonly notify: (problem: Problem) => void;
};

/**
 * Saves the record that came with a key. A login whose key cannot be saved stays a login, and the user is told. A record that was
 * there before counts: its passphrase may be forgotten.
 */
const saveRecord = async ({ keystore, accounts, notify }: SavingDeps, { pubkey, record }: Held): Promise<Opened> => {
  try {
    if (record) {
      await keystore.save(record);
      accounts.add(pubkey);
    }
  } catch (error) {
    notify({ code: 'key-not-saved', because: keyProblemOf(error) });
  }
  return { pubkey, persisted: accounts.has(pubkey) };
};

/**
 * Ends an act that brought a key: saves its record and gives back who is logged in. When the act was cancelled after the
 * key had taken its place, no account goes with the key, so it is forgotten.
 */
export const saveOpened = async (deps: SavingDeps, held: Held, signal: AbortSignal): Promise<Opened> => {
  const opened = await saveRecord(deps, held);
  if (signal.aborted && deps.vault.pubkey() === held.pubkey) {
    deps.vault.forget();
    deps.find()?.send({ type: 'key.lost' });
  }
  return opened;
};

/** The passphrase a key is to be saved under, after the checks of KEY-01 and KEY-02. */
export const readPassphrase = (passphrase: string, confirmation: string): Sealed<string> => {
  const problem = passphraseProblem(passphrase, confirmation);
  if (problem) throw new KeyError(problem);
  return sealed(passphrase);
};

/** Logs in by what was typed: nsec, hex or ncryptsec (LOGIN-03, LOGIN-22 to LOGIN-29). */
export const defineOpenSecret = (deps: SavingDeps) =>
  fromPromise<Opened, { typed: Sealed<TypedKey> }>(async ({ input, signal }) => {
    const { secret, keep, passphrase, confirmation } = input.typed.take() ?? NOTHING;
    const key = meantKey(secret);
    if (isEncryptedKey(key))
      return saveOpened(deps, await deps.vault.importKey(key, sealed(passphrase), keep, signal), signal);
    checkSecretForm(secret);
    const protecting = keep ? readPassphrase(passphrase, confirmation) : undefined;
    return saveOpened(deps, await deps.vault.hold(sealed(secret), protecting, signal), signal);
  });

/** Tells when the key of the account is lost, and forgets it when the account no longer uses it. */
export const defineGuardKey = (vault: Pick<Vault, 'pubkey' | 'forget' | 'onLost'>) =>
  fromCallback<AnyEventObject, { pubkey: string }>(({ input: { pubkey }, sendBack }) => {
    const lost = () => sendBack({ type: 'key.lost' });
    const leave = vault.onLost(lost);
    if (vault.pubkey() !== pubkey) lost();
    return () => {
      leave();
      // the key of another account may have taken its place already
      if (vault.pubkey() === pubkey) vault.forget();
    };
  });

type Watched = {
  readonly account: Pick<AccountStore, 'get' | 'subscribe'>;
  readonly accounts: Pick<SavedAccounts, 'has' | 'subscribe'>;
  readonly lockCall: Pick<LockCall, 'subscribe'>;
};

/** Tells which account the storage has after each change, whether its key is saved, and that it is to be locked; also by another tab. */
export const defineWatchAccount = ({ account, accounts, lockCall }: Watched) =>
  fromCallback(({ sendBack }) => {
    const leave = [
      account.subscribe(() => {
        const { pubkey, method } = account.get();
        const saved = pubkey !== undefined && accounts.has(pubkey);
        sendBack({ type: 'account.changed', pubkey, method, saved });
      }),
      accounts.subscribe(() => {
        const { pubkey, method } = account.get();
        if (method !== 'nsec' || pubkey === undefined) return;
        sendBack({ type: accounts.has(pubkey) ? 'key.saved' : 'key.unsaved' });
      }),
      // one that is not saved would be gone: no other tab may take it
      lockCall.subscribe(() => account.get().persisted && sendBack({ type: 'key.lock' })),
    ];
    return () => leave.forEach((stop) => stop());
  });

/** Tells when the account of this moment is no longer the one logged in, and as long as it is, whether its key is saved. */
export const defineWatchLeaving = (account: Pick<AccountStore, 'get' | 'subscribe'>) =>
  fromCallback(({ sendBack }) => {
    const { pubkey: before } = account.get();
    return account.subscribe(() => {
      const { pubkey, persisted } = account.get();
      sendBack(pubkey === before ? { type: 'key.is', saved: persisted } : { type: 'account.changed' });
    });
  });
