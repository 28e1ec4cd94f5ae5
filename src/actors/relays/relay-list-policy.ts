import type { QueryClient } from '@tanstack/query-core';
import type { Problem } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { withClientTag } from '#domain/protocol/signer.ts';
import {
  relayListKey,
  relayListResultKey,
  relayListVersionsKey,
  type ListVersion,
  type RelayResult,
} from '#domain/cache/query-keys.ts';
import { parseRelayList } from '#domain/profile/lists.ts';
import { publishTargets } from '#domain/publish/publish-targets.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import { KNOWN_INDEXERS } from '#domain/relays/default-relays.ts';
import {
  draftRelayList,
  editsByUrl,
  namesWriter,
  relayEdits,
  writeRelaysOf,
  type RelayEdit,
} from '#domain/relays/relay-list-edit.ts';
import { RELAY_LIST_LIMIT } from '#domain/relays/relays-limits.ts';
import { journalEdits } from '#domain/replaceable/journal.ts';
import { checkRead, Refusal, type ReadRules } from '#domain/replaceable/versions.ts';
import { toSeconds } from '#domain/units.ts';
import type { AreaRefs } from '#machines/areas.ts';
import type { Journals } from '#store/replaceable/journals.ts';
import type { KernelDeps, Policy } from '#actors/replaceable/kernel.ts';
import type { Places } from '#actors/replaceable/read.ts';

export type RelayListPolicyDeps = Omit<KernelDeps, 'directory'> & {
  readonly directory: () => Pick<AreaRefs['relay-directory'], 'send' | 'getSnapshot'>;
  readonly queryClient: QueryClient;
  readonly journals: Journals<RelayEdit>;
  /** the name of the app for a `client` tag */
  readonly client: () => string | undefined;
};

const NO_WRITERS: Problem = { code: 'no-write-relays' };
const RULES: ReadRules = {
  nobodyAnswered: { code: 'relay-list-not-read' },
  mayExist: { code: 'relay-list-may-exist' },
  share: 0,
};
const PROBLEMS = {
  locked: { code: 'relay-list-locked' },
  notKept: { code: 'relay-list-version-gone' },
  changed: { code: 'relay-list-changed' },
} as const;

/** The set as it is, what it falls back to, and who is known to keep lists only. */
export const setOf = ({ directory }: Pick<RelayListPolicyDeps, 'directory'>) => {
  const { entries, defaults } = directory().getSnapshot().context;
  const indexers = defaults.entries.filter(({ permission }) => permission === 'indexer').map(({ url }) => url);
  return { entries, defaults, indexers: new Set([...KNOWN_INDEXERS, ...indexers]) };
};

const resultsOf = (outcomes: readonly PublishOutcome[]): readonly RelayResult[] =>
  outcomes.map(({ relay, outcome, reason }) => ({ relay, accepted: outcome === 'accepted', reason }));

/** Where relay lists are looked for (RLIST-01): also where the list itself says that its author writes. */
export const RELAY_LIST_PLACES: Places = {
  kind: KIND.relayList,
  besides: ['profile'],
  named: writeRelaysOf,
  counts: 'relays',
  limit: RELAY_LIST_LIMIT,
};

/** The next list: the newest one of the relays with what the user changed, or an older one (RLIST-04, RLIST-05). */
const nextOf =
  (deps: RelayListPolicyDeps): Policy<RelayEdit>['next'] =>
  (_, { newest, journal }, restored) => {
    if (restored) return withClientTag(restored, deps.client());
    const edits = editsByUrl(journalEdits(journal));
    const draft = draftRelayList({ newest, edits, ...setOf(deps), now: toSeconds(deps.now()) });
    if (draft.outcome === 'no write relays') throw new Refusal(NO_WRITERS);
    return draft.outcome === 'changed' ? withClientTag(draft.template, deps.client()) : undefined;
  };

/** What the relay list has of its own. `apply` puts a list that was published into the set. */
export const relayListPolicy = (deps: RelayListPolicyDeps, apply: (list: NostrEvent) => void): Policy<RelayEdit> => {
  const { journals, queryClient } = deps;
  return {
    places: RELAY_LIST_PLACES,
    journal: {
      journals,
      rules: relayEdits(() => setOf(deps).indexers),
      keepers: ({ newest }) => writeRelaysOf(newest),
      marked: 'after sending',
    },
    merges: false,
    resends: true,
    problems: PROBLEMS,
    begin: () => void queryClient.setQueriesData<readonly RelayResult[]>({ queryKey: ['relay-list/result'] }, []),
    check(read) {
      if (read.writers.length === 0) throw new Refusal(NO_WRITERS);
      checkRead(read, RULES);
    },
    found: (list) => queryClient.setQueryData(relayListKey(list.pubkey), parseRelayList(list, Infinity)),
    showKept(pubkey, kept) {
      const shown = kept.map((list): ListVersion => {
        return { id: list.id, createdAt: list.created_at, relays: parseRelayList(list, Infinity).length };
      });
      queryClient.setQueryData(relayListVersionsKey(pubkey), shown);
    },
    next: nextOf(deps),
    targets(version, { newest }) {
      if (!namesWriter(version, setOf(deps).indexers)) throw new Refusal(NO_WRITERS);
      // those that the list leaves keep no older version of it
      const others = [...writeRelaysOf(newest), ...publishTargets(setOf(deps).entries, KIND.relayList)];
      return [...new Set([...writeRelaysOf(version), ...others])];
    },
    answered: (pubkey, outcomes) => queryClient.setQueryData(relayListResultKey(pubkey), resultsOf(outcomes)),
    done(_, list) {
      if (list) apply(list);
    },
  };
};
