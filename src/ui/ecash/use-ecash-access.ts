import { useAccountState } from '#ui/session/use-login.ts';

/** How far somebody comes with ecash: it is encrypted with the key of the account, so a login that only reads opens none. */
export const useEcashAccess = (): 'none' | 'locked' | 'open' => {
  const state = useAccountState();
  if (state === 'locked') return 'locked';
  return state === 'unlocked' || state === 'extension' ? 'open' : 'none';
};
