/** What a relay is used for: badges R, W, RW, I (RELAY-04). */
export type RelayPermission = 'read' | 'write' | 'readwrite' | 'indexer';

/** Notes are read from relays with R and RW. */
export const readsFrom = (permission: RelayPermission): boolean => permission === 'read' || permission === 'readwrite';

/** Notes are written to relays with W and RW. */
export const writesTo = (permission: RelayPermission): boolean => permission === 'write' || permission === 'readwrite';

const FOLLOWING: Readonly<Record<RelayPermission, RelayPermission>> = {
  read: 'write',
  write: 'readwrite',
  readwrite: 'indexer',
  indexer: 'read',
};

/** What a press on the badge of a relay makes of its permission (RELAY-20). */
export const nextPermission = (permission: RelayPermission): RelayPermission => FOLLOWING[permission];
