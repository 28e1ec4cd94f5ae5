import { isKeyAtRisk } from '#domain/session/key-at-risk.ts';
import { useAccount, useSystem } from './system-context.ts';

/** Whether a reload takes the key of the user away. Before the code of the login is there, no key is in memory. */
export const useKeyAtRisk = (): boolean => {
  const accounts = useSystem().session()?.accounts;
  const account = useAccount();
  return accounts !== undefined && isKeyAtRisk(account, (key) => accounts.get().some(({ pubkey }) => pubkey === key));
};
