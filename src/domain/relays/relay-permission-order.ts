import type { RelayPermission } from './relay-set.ts';

const FOLLOWING: Readonly<Record<RelayPermission, RelayPermission>> = {
  read: 'write',
  write: 'readwrite',
  readwrite: 'indexer',
  indexer: 'read',
};

/** What a press on the badge of a relay makes of its permission (RELAY-20). */
export const nextPermission = (permission: RelayPermission): RelayPermission => FOLLOWING[permission];
