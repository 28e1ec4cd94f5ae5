import { shortNpub } from '#domain/protocol/identifiers.ts';
import type { Metadata } from './metadata.ts';
import { DISPLAY_NAME_TTL_MS, DISPLAY_NAME_MAX_FAILURES, DISPLAY_NAME_RETRY_MS } from './profile-limits.ts';

/** The name to show for a person: display name, else name, else the shortened npub. */
export const displayNameOf = (
  metadata: Pick<Metadata, 'display_name' | 'name'> | null | undefined,
  pubkey: string,
): string => metadata?.display_name || metadata?.name || shortNpub(pubkey);

/** One remembered name (NAME-01). */
export type DisplayNameEntry = {
  readonly pubkey: string;
  readonly displayName: string;
  readonly name: string;
  /** ms: when it was remembered */
  readonly timestamp: number;
  /** seconds: created_at of the kind 0 event */
  readonly createdAt: number;
};

/** The fetch of a name (NAME-05). */
export type DisplayNameStatus = 'pending' | 'success' | 'failed';

/** What to remember of a person's metadata. */
export const displayNameEntry = (pubkey: string, metadata: Metadata, nowMs: number): DisplayNameEntry => ({
  pubkey,
  displayName: metadata.display_name,
  name: metadata.name,
  timestamp: nowMs,
  createdAt: metadata.createdAt,
});

/** Whether a remembered name still holds: for 7 days (NAME-03). One from the future does not. */
export const isFresh = (entry: Pick<DisplayNameEntry, 'timestamp'>, nowMs: number): boolean => {
  const age = nowMs - entry.timestamp;
  return age >= 0 && age < DISPLAY_NAME_TTL_MS;
};

/** Whether a failed fetch may be tried again: failed fewer than 3 times, last over 30 s ago (NAME-06). */
export const canRetry = (failures: number, lastAttemptMs: number, nowMs: number): boolean =>
  failures < DISPLAY_NAME_MAX_FAILURES && nowMs - lastAttemptMs > DISPLAY_NAME_RETRY_MS;
