import type { QueryClient } from '@tanstack/query-core';
import { fromPromise } from 'xstate';
import { KIND } from '#domain/kinds.ts';
import { RELAY_SELECTION_LRU_SIZE, RELAYS_PER_AUTHOR } from '#domain/limits.ts';
import type { RelayListEntry } from '#domain/lists.ts';
import { profileNotesKey, relayListKey } from '#domain/query-keys.ts';
import { relayHints } from '#domain/relay-hints.ts';
import type { Timelines } from '#actors/feed/timeline.ts';
import type { TimelineSpec } from '#actors/feed/timeline-source.ts';
import type { PageReport } from '#machines/feed/page-report.ts';
import type { ProfileSubject } from '#machines/profile/profile.machine.ts';

/** The notes of one person, newest first (PROF-07). */
const profileSpec = (pubkey: string): TimelineSpec => ({
  queryKey: profileNotesKey(pubkey),
  filter: { kinds: [KIND.textNote], authors: [pubkey] },
  accepts: ({ kind, pubkey: author }) => kind === KIND.textNote && author === pubkey,
  askPages: 1,
  newOnesWait: false,
});

/** Two relays that a person writes to: of their relay list, else of the hints (FEED-03). */
export type AuthorRelays = (subject: ProfileSubject) => Promise<readonly string[]>;

/** Remembers the choice for the 25 people asked for last (FEED-04). */
export const createAuthorRelays = (queryClient: QueryClient): AuthorRelays => {
  const chosen = new Map<string, readonly string[]>();
  const choose = async ({ pubkey, relays }: ProfileSubject) => {
    const list = await queryClient
      .fetchQuery<readonly RelayListEntry[]>({ queryKey: relayListKey(pubkey), retry: false })
      .catch(() => []);
    const written = list.filter(({ write }) => write).map(({ url }) => url);
    return (written.length > 0 ? written : relayHints(relays)).slice(0, RELAYS_PER_AUTHOR);
  };
  return async (subject) => {
    const relays = chosen.get(subject.pubkey) ?? (await choose(subject));
    chosen.delete(subject.pubkey);
    chosen.set(subject.pubkey, relays);
    if (chosen.size > RELAY_SELECTION_LRU_SIZE) chosen.delete(chosen.keys().next().value!);
    return relays;
  };
};

type Deps = { readonly timelines: Timelines; readonly authorRelays: AuthorRelays };

/** The slot `load newest` of a profile. The relays of the person join in as soon as they are known. */
export const defineLoadNewestNotes = ({ timelines, authorRelays }: Deps) =>
  fromPromise<PageReport, ProfileSubject>(({ input, signal }) => {
    const source = timelines.open(profileSpec(input.pubkey));
    void authorRelays(input).then((relays) => source.join(relays));
    return source.loadNewest(signal);
  });

/** The slot `load page` of a profile: 10 older notes. */
export const defineLoadNotesPage = ({ timelines }: Pick<Deps, 'timelines'>) =>
  fromPromise<PageReport, ProfileSubject>(({ input, signal }) =>
    timelines.open(profileSpec(input.pubkey)).loadOlder(signal),
  );
