import type { CurrentSigner, Signer } from '#domain/signer.ts';
import type { AccountStore } from '#store/account.ts';
import type { Extension } from './extension.ts';
import type { Vault } from './vault.ts';

type Deps = {
  readonly account: Pick<AccountStore, 'get'>;
  readonly vault: Pick<Vault, 'signer'>;
  readonly extension: Pick<Extension, 'signer'>;
};

/** Who signs for the account of this moment: the extension, or the vault when it holds that account's key. */
export const createCurrentSigner = ({ account, vault, extension }: Deps): CurrentSigner => {
  let extended: Signer | undefined;
  return () => {
    const { pubkey, method } = account.get();
    if (pubkey === undefined || method === 'none') return undefined;
    if (method === 'nip07') return (extended = extended?.pubkey === pubkey ? extended : extension.signer(pubkey));
    const signer = vault.signer();
    return signer?.pubkey === pubkey ? signer : undefined;
  };
};
