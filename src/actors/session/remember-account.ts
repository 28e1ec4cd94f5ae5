import type { QueryClient } from '@tanstack/query-core';
import { fromPromise } from 'xstate';
import { SINGLE_EVENT_TIMEOUT_MS } from '#domain/relays/relays-limits.ts';
import type { Account } from '#domain/session/account.ts';
import { newest } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { METADATA_LIMIT } from '#domain/profile/profile-limits.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { metadataKey } from '#domain/cache/query-keys.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { PUBKEY_KEY, type AccountStore } from '#store/session/account.ts';
import { keepNewest, type CachedMetadata } from '#store/profile/cached-metadata.ts';
import type { DisplayNames } from '#store/profile/display-names.ts';
import type { PreferenceStore } from '#store/settings/preferences.ts';
import { lasting } from '#store/storage/browser-storage.ts';
import { forgetOthers, turnFollowOnlyOff } from './sign-out.ts';

export type RememberDeps = {
  readonly account: AccountStore;
  readonly metadata: CachedMetadata;
  readonly queryClient: QueryClient;
  readonly names: DisplayNames;
  readonly requests: Pick<RelayRequests, 'fetch'>;
  readonly defaultRelays: () => readonly string[];
  readonly preferences: PreferenceStore;
  /** undefined where the browser blocks it */
  readonly session: Storage | undefined;
  /** undefined where the browser blocks it */
  readonly local: Storage | undefined;
  /** told once, when the browser would not write down who is logged in */
  readonly onUnsaved: () => void;
  /** asks the browser to keep our data when room gets scarce */
  readonly keepStorage: () => Promise<unknown>;
};

const isSame = (a: Account, b: Account) =>
  a.pubkey === b.pubkey && a.method === b.method && a.persisted === b.persisted;

/** The newer one stays. Metadata of the last visit counts as stale, so that whoever shows it asks for it anew. */
const show = ({ queryClient, names }: RememberDeps, pubkey: string, metadata: Metadata, updatedAt?: number) => {
  names.put(pubkey, metadata);
  const shown = queryClient.getQueryData<Metadata | null>(metadataKey(pubkey));
  if (shown && shown.createdAt >= metadata.createdAt) return;
  queryClient.setQueryData(metadataKey(pubkey), metadata, { ...(updatedAt !== undefined && { updatedAt }) });
};

/** The user's metadata from the default relays (LOGIN-30), kept for the next visit (LOGIN-34). */
const loadMetadata = async (deps: RememberDeps, pubkey: string, signal: AbortSignal) => {
  const { events } = await deps.requests.fetch({
    filters: [{ kinds: [KIND.metadata], authors: [pubkey], limit: METADATA_LIMIT }],
    relays: deps.defaultRelays(),
    timeoutMs: SINGLE_EVENT_TIMEOUT_MS,
    own: true,
    signal,
  });
  const event = newest(events.filter(({ kind, pubkey: author }) => kind === KIND.metadata && author === pubkey));
  const metadata = event && keepNewest(deps.metadata, event);
  if (metadata) show(deps, pubkey, metadata);
};

/**
 * Writes down who is logged in, at once. After a login it then asks the browser to keep the data and loads the user's
 * metadata; what fails of that is ignored (LOGIN-31). What the session keeps of anybody else is forgotten each time: a sign-out
 * may have been in another tab while this one was elsewhere.
 */
export const defineRememberAccount = (deps: RememberDeps) => {
  let tellUnsaved: (() => void) | undefined = deps.onUnsaved;
  return fromPromise<void, Account>(async ({ input, signal }) => {
    const before = deps.account.get();
    const isNew = !isSame(input, before);
    if (isNew) deps.account.set(input);
    const { pubkey, method } = input;
    forgetOthers(deps.session, pubkey);
    if (pubkey === undefined) return isNew ? turnFollowOnlyOff(deps.preferences) : undefined;
    if (deps.local && pubkey !== before.pubkey && lasting(deps.local).get(PUBKEY_KEY) !== pubkey) {
      tellUnsaved?.();
      tellUnsaved = undefined;
    }
    const cached = deps.metadata.get(pubkey);
    if (cached) show(deps, pubkey, cached, 0);
    if (isNew && method !== 'none') deps.keepStorage().catch(() => {});
    await loadMetadata(deps, pubkey, signal).catch(() => {});
  });
};
