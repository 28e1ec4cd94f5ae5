import { IDLE_LOCK_MINUTES } from './session-limits.ts';
import type { Account } from './account.ts';

/** When keys are locked that nobody touches, as it was chosen in this browser. */
export type IdleLock = {
  /** without a touch; 0 is never */
  readonly minutes: number;
  /** hex: who was logged in when it was chosen; undefined when an earlier version wrote it, until one starts with somebody logged in */
  readonly by: string | undefined;
};

/** After how many minutes the key of the account is locked; 0 is never. One that is not saved would be gone: only its owner chooses that. */
export const idleMinutesOf = ({ minutes, by }: IdleLock, { pubkey, persisted }: Account): number =>
  (persisted || by === pubkey) && IDLE_LOCK_MINUTES.includes(minutes) ? minutes : 0;
