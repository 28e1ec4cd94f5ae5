import type { QueryClient } from '@tanstack/query-core';
import type { ProfileRef } from '#domain/protocol/event.ts';
import type { RelayListEntry } from '#domain/profile/lists.ts';
import { usableRelays } from '#domain/relays/reading-plan.ts';
import { relayListKey } from '#domain/cache/query-keys.ts';
import { relayHints } from '#domain/relays/relay-hints.ts';
import { RELAY_SELECTION_LRU_SIZE, RELAYS_PER_AUTHOR } from '#domain/relays/relays-limits.ts';
import { createRelayReach, type RelayReach } from './relay-reach.ts';

/** Where to find a person: two relays they write to, and two they read answers from; `listed`: as their list says. */
export type AuthorChoice = {
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  readonly listed: boolean;
};

/** The relays of a person: of their relay list, else of the hints (FEED-03). Never rejects. */
export type AuthorRelays = (subject: ProfileRef) => Promise<AuthorChoice>;

/** `list`: of which it was chosen; another one makes another choice. */
type Remembered = { readonly list: readonly RelayListEntry[]; readonly choice: AuthorChoice };

type Deps = { readonly queryClient: QueryClient; readonly reach: RelayReach };

const UNKNOWN: AuthorChoice = { writes: [], reads: [], listed: false };

/**
 * Remembers the choice for the 25 people asked for last (FEED-04), as long as no other list of theirs came; one that could not be
 * had, or names no relay, is asked for again. Who asks in the app takes `authorRelaysOf`.
 */
export const createAuthorRelays = ({ queryClient, reach }: Deps): AuthorRelays => {
  const chosen = new Map<string, Remembered>();

  const choose = (list: readonly RelayListEntry[]): Remembered => {
    const usable = list.filter(({ url }) => reach.mayAsk(url));
    const first = (use: 'read' | 'write') =>
      reach.nearest(usableRelays(usable, use, reach.isHealthy)).slice(0, RELAYS_PER_AUTHOR);
    return { list, choice: { writes: first('write'), reads: first('read'), listed: true } };
  };
  const load = (pubkey: string) =>
    queryClient
      .fetchQuery<readonly RelayListEntry[]>({ queryKey: relayListKey(pubkey), retry: false })
      .then(choose)
      .catch(() => undefined);

  const remember = (pubkey: string, found: Remembered) => {
    chosen.delete(pubkey);
    chosen.set(pubkey, found);
    if (chosen.size > RELAY_SELECTION_LRU_SIZE) chosen.delete(chosen.keys().next().value!);
  };
  const known = (pubkey: string): Remembered | undefined => {
    const found = chosen.get(pubkey);
    const list = queryClient.getQueryData<readonly RelayListEntry[]>(relayListKey(pubkey)) ?? found?.list;
    return found?.list === list ? found : undefined;
  };
  return async ({ pubkey, relays }) => {
    const found = known(pubkey) ?? (await load(pubkey));
    if (found && found.list.length > 0) remember(pubkey, found);
    const choice = found?.choice;
    if (choice && choice.writes.length > 0) return choice;
    const hints = relayHints(relays).filter(reach.mayAsk).slice(0, RELAYS_PER_AUTHOR);
    return { ...(choice ?? UNKNOWN), writes: hints, listed: false };
  };
};

const made = new WeakMap<QueryClient, AuthorRelays>();

/** The one memory of the relays of authors beside a query cache: all areas ask it. */
export const authorRelaysOf = (deps: Parameters<typeof createRelayReach>[0]): AuthorRelays => {
  const { queryClient } = deps;
  const known = made.get(queryClient) ?? createAuthorRelays({ queryClient, reach: createRelayReach(deps) });
  made.set(queryClient, known);
  return known;
};
