import type { QueryClient } from '@tanstack/query-core';
import { NIP05_TIMEOUT_MS, NIP05_MAX_CHARACTERS } from '#domain/profile/profile-limits.ts';
import type { ProfileRef } from '#domain/protocol/event.ts';
import { checkNip05Document, findNip05, nip05Url, parseNip05, type Nip05 } from '#domain/profile/nip05.ts';
import type { Nip05Status } from '#domain/cache/query-keys.ts';
import { readWhole } from '#domain/text/read-at-most.ts';

export type Fetch = typeof globalThis.fetch;

/** The nostr.json of a domain for one name (NIP-05). Rejects when it cannot be had within 5 s, or by a redirect. */
const fetchDocument = async (fetch: Fetch, nip05: Nip05, signal?: AbortSignal): Promise<unknown> => {
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => ending.abort(new Error('The domain does not answer')), NIP05_TIMEOUT_MS);
  try {
    signal?.throwIfAborted();
    const response = await fetch(nip05Url(nip05), {
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: ending.signal,
    });
    if (!response.ok) throw new Error(`The domain answers ${response.status}`);
    return JSON.parse(await readWhole(response, NIP05_MAX_CHARACTERS));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};

/** Whom a NIP-05 address names; undefined when the domain does not know the name. Rejects when it cannot be asked. */
export const findPerson = async (fetch: Fetch, nip05: Nip05, signal?: AbortSignal): Promise<ProfileRef | undefined> =>
  findNip05(await fetchDocument(fetch, nip05, signal), nip05.name);

const check = async (fetch: Fetch, address: string, pubkey: string, signal: AbortSignal): Promise<Nip05Status> => {
  const nip05 = parseNip05(address);
  if (nip05 === undefined) return 'mismatch';
  try {
    const document = await fetchDocument(fetch, nip05, signal);
    return checkNip05Document(document, nip05.name, pubkey) ? 'verified' : 'mismatch';
  } catch {
    signal.throwIfAborted();
    return 'unreachable';
  }
};

/** Says how a NIP-05 check is loaded: `nip05Key(address, pubkey)`. */
export const registerNip05Query = ({ queryClient, fetch }: { queryClient: QueryClient; fetch: Fetch }): void =>
  queryClient.setQueryDefaults(['nip05'], {
    queryFn: ({ queryKey: [, address, pubkey], signal }) => check(fetch, String(address), String(pubkey), signal),
  });
