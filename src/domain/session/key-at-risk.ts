import type { Account } from './account.ts';

/** Whether a reload takes the secret key away: it is in memory alone. A locked one is saved. */
export const isKeyAtRisk = ({ pubkey, method }: Account, isSaved: (pubkey: string) => boolean): boolean =>
  method === 'nsec' && pubkey !== undefined && !isSaved(pubkey);
