import type { AccountStore } from '#store/account.ts';
import type { PreferenceStore } from '#store/preferences.ts';

type Deps = { readonly account: AccountStore; readonly preferences: PreferenceStore };

/** Turns Follow Only off when somebody logs out (LOGIN-36); a visitor who never logged in keeps the choice. */
export const leaveFollowOnly = ({ account, preferences }: Deps): void => {
  let user = account.get().pubkey;
  account.subscribe(() => {
    const before = user;
    user = account.get().pubkey;
    const hasLeft = before !== undefined && user === undefined;
    if (hasLeft && preferences.get('filterByFollow')) preferences.set('filterByFollow', false);
  });
};
