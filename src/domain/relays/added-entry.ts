import type { RelayDefaults, RelayEntry } from './relay-set.ts';

/** How a relay that the user met somewhere comes into the set: one of the start is used as there (RELAY-31), others are read from. */
export const addedEntry = (url: string, { entries }: Pick<RelayDefaults, 'entries'>): RelayEntry => {
  const known = entries.find((entry) => entry.url === url);
  return { url, permission: known?.permission ?? 'read', source: 'user' };
};
