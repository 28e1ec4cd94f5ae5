import { lasting } from '#store/storage/browser-storage.ts';

const KEY = 'nostrNewKey';

/** The public key that was made in this tab: what nobody can have signed anything with elsewhere. */
export const createNewKeys = (session: Storage | undefined) => {
  const kept = lasting(session);
  return {
    has: (pubkey: string): boolean => kept.get(KEY) === pubkey,
    add: (pubkey: string): void => void kept.set(KEY, pubkey),
  };
};

export type NewKeys = ReturnType<typeof createNewKeys>;
