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

/** How the fetches of a name went so far; `lastAttempt` in ms. */
export type NameAttempt = {
  readonly status: DisplayNameStatus;
  readonly failures: number;
  readonly lastAttempt: number;
};

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

/** Whether a name may be asked for: after a failed fetch only if it failed fewer than 3 times, last over 30 s ago (NAME-06). */
export const mayAsk = (attempt: NameAttempt | undefined, nowMs: number): boolean =>
  attempt?.status !== 'failed' ||
  (attempt.failures < DISPLAY_NAME_MAX_FAILURES && nowMs - attempt.lastAttempt > DISPLAY_NAME_RETRY_MS);
