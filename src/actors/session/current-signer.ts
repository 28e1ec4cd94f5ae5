import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import type { CurrentSigner, Signer } from '#domain/protocol/signer.ts';
import type { AccountStore } from '#store/session/account.ts';
import type { Extension } from './extension.ts';
import type { Vault } from './vault.ts';

type Deps = {
  readonly account: Pick<AccountStore, 'get'>;
  readonly vault: Pick<Vault, 'signer'>;
  readonly extension: Pick<Extension, 'signer'>;
};

/** The last gate before a signature: whatever the rest of the app lets through, no secret key is signed. */
const guarded = (signer: Signer): Signer => ({
  pubkey: signer.pubkey,
  async signEvent(template) {
    refuseSecrets(template);
    return signer.signEvent(template);
  },
  // an extension may come to offer them later
  get nip44() {
    return signer.nip44;
  },
  get nip04() {
    return signer.nip04;
  },
});

/** Who signs for the account of this moment: the extension, or the vault when it holds that account's key. */
export const createCurrentSigner = ({ account, vault, extension }: Deps): CurrentSigner => {
  let extended: Signer | undefined;
  let known: { readonly inner: Signer; readonly outer: Signer } | undefined;
  const innerSigner = () => {
    const { pubkey, method } = account.get();
    if (pubkey === undefined || method === 'none') return undefined;
    if (method === 'nip07') return (extended = extended?.pubkey === pubkey ? extended : extension.signer(pubkey));
    const signer = vault.signer();
    return signer?.pubkey === pubkey ? signer : undefined;
  };
  return () => {
    const inner = innerSigner();
    if (inner === undefined) return undefined;
    if (known?.inner !== inner) known = { inner, outer: guarded(inner) };
    return known.outer;
  };
};
