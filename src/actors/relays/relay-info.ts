import type { QueryClient } from '@tanstack/query-core';
import { Failure } from '#domain/problem.ts';
import {
  RELAY_INFO_TIMEOUT_MS,
  RELAY_INFO_MAX_CHARACTERS,
  RELAY_INFO_STALE_MS,
  RELAY_INFO_GC_MS,
} from '#domain/relays/relays-limits.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { parseRelayInfo, relayInfoUrl, type RelayInfo } from '#domain/relays/relay-info.ts';
import { readWhole } from '#domain/text/read-at-most.ts';

type Fetch = typeof globalThis.fetch;

/**
 * What a relay tells about itself (NIP-11). Rejects with 'relay-info-failed', the cause within, when it
 * cannot be had within 3 s, and with `signal.reason` when aborted.
 */
export const fetchRelayInfo = async (fetch: Fetch, url: string, signal?: AbortSignal): Promise<RelayInfo> => {
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => ending.abort(new Error('The relay does not answer')), RELAY_INFO_TIMEOUT_MS);
  try {
    signal?.throwIfAborted();
    refuseSecrets(url);
    const response = await fetch(relayInfoUrl(url), {
      headers: { Accept: 'application/nostr+json' },
      // it could lead to this device or the network around it
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: ending.signal,
    });
    if (!response.ok) throw new Error(`The relay answers ${response.status}`);
    return parseRelayInfo(JSON.parse(await readWhole(response, RELAY_INFO_MAX_CHARACTERS)));
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Failure({ code: 'relay-info-failed' }, { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};

type Deps = {
  readonly queryClient: QueryClient;
  readonly fetch: Fetch;
  readonly mayAsk: (url: string) => boolean;
};

/** Says how relay information is loaded: `relayInfoKey(url)`. A link may name any relay, so not each is asked. */
export const registerRelayInfoQuery = ({ queryClient, fetch, mayAsk }: Deps): void =>
  queryClient.setQueryDefaults(['relay-info'], {
    queryFn: ({ queryKey: [, url], signal }) =>
      mayAsk(String(url))
        ? fetchRelayInfo(fetch, String(url), signal)
        : Promise.reject(new Failure({ code: 'relay-info-failed' })),
    staleTime: RELAY_INFO_STALE_MS,
    gcTime: RELAY_INFO_GC_MS,
    retry: false,
  });
