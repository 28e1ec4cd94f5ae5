import type { Storages } from '#actors/shell/browser.ts';
import { noteOpenEcash } from '#store/ledger/ecash-traces.ts';
import type { AccountStore } from '#store/session/account.ts';

type Deps = { readonly account: Pick<AccountStore, 'get'>; readonly storages: Pick<Storages, 'local'> };

/** Why ecash is wanted at the next start, too: what is open, and what relays were not told. */
export type NoteReason = (why: 'open' | 'untold', isSo: boolean) => void;

export const noteReasons = ({ account, storages }: Deps): NoteReason => {
  const reasons = new Map<string, boolean>();
  return (why, isSo) => {
    const { pubkey } = account.get();
    reasons.set(why, isSo);
    if (pubkey !== undefined) noteOpenEcash(storages.local, pubkey, [...reasons.values()].includes(true));
  };
};
