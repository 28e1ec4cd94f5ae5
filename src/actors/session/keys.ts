import { fromCallback, fromPromise } from 'xstate';
import { mayDo } from '#domain/session/account.ts';
import { KeyError } from '#domain/session/key-problem.ts';
import type { KeyEnvironment } from '#domain/session/key-record.ts';
import { sealed, type Sealed } from '#domain/protocol/sealed.ts';
import type { GeneratedKey, TypedPassphrase } from '#machines/session/key-generation.machine.ts';
import type { KeyForm } from '#machines/session/key-view.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { NewKeys } from '#store/session/new-keys.ts';
import type { Keystore } from '#store/session/keystore.ts';
import { readPassphrase, saveOpened, type SavingDeps } from './login.ts';
import type { Vault } from './vault.ts';

/** A new key pair; the secret one waits in its worker. */
export const defineGenerateKey = (vault: Pick<Vault, 'generate'>) =>
  fromPromise<GeneratedKey>(({ signal }) => vault.generate(signal));

/** Drops a generated key that nobody logged in with. */
export const defineKeepGeneratedKey = (vault: Pick<Vault, 'discard'>) => fromCallback(() => () => vault.discard());

/** Logs in with the generated key (KEY-37), saved under a passphrase when there is one. */
export const defineAdoptKey = (deps: SavingDeps & { readonly newKeys: Pick<NewKeys, 'add'> }) =>
  fromPromise<void, { saving: Sealed<TypedPassphrase> | undefined }>(async ({ input, signal }) => {
    const typed = input.saving?.take();
    const passphrase = typed && readPassphrase(typed.passphrase, typed.confirmation);
    const opened = await saveOpened(deps, await deps.vault.adopt(passphrase, signal), signal);
    deps.newKeys.add(opened.pubkey);
    if (!signal.aborted) deps.find()?.send({ type: 'key.opened', ...opened });
  });

type ViewDeps = {
  readonly vault: Pick<Vault, 'reveal' | 'exportKey'>;
  readonly keystore: Pick<Keystore, 'get'>;
  readonly account: Pick<AccountStore, 'get'>;
};

/** The secret key of the account, after the passphrase of its record was verified (KEY-32 to KEY-35). */
export const defineRevealKey = ({ vault, keystore, account }: ViewDeps) =>
  fromPromise<{ secret: Sealed<string>; as: KeyForm }, { passphrase: Sealed<string>; as: KeyForm }>(
    async ({ input: { passphrase, as }, signal }) => {
      const { pubkey, method, persisted } = account.get();
      const state = method === 'nsec' ? 'locked' : 'read only';
      if (pubkey === undefined || !mayDo('view nsec', state, persisted).allowed) throw new KeyError('no-record');
      const record = await keystore.get(pubkey);
      const secret =
        as === 'nsec'
          ? await vault.reveal(record, passphrase, signal)
          : sealed(await vault.exportKey(record, passphrase, signal));
      return { secret, as };
    },
  );

type Place = {
  readonly crypto?: { readonly getRandomValues?: unknown; readonly subtle?: unknown } | undefined;
  readonly navigator?: object;
};

/** What this browser offers for keeping keys. Only Safari on iPhone and iPad says `standalone`. */
export const readKeyEnvironment = ({ crypto, navigator }: Place): KeyEnvironment => ({
  randomness: typeof crypto?.getRandomValues === 'function',
  webCrypto: typeof crypto?.subtle === 'object' && crypto.subtle !== null,
  iosStandalone: (navigator as { standalone?: unknown } | undefined)?.standalone === true,
});
