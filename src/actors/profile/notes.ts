import type { QueryClient } from '@tanstack/query-core';
import { fromPromise } from 'xstate';
import { KIND } from '#domain/kinds.ts';
import { profileNotesKey, whyRelayKey, type WhyRelay } from '#domain/query-keys.ts';
import type { Timelines } from '#actors/feed/timeline.ts';
import type { TimelineSpec } from '#actors/feed/timeline-source.ts';
import type { AuthorRelays } from '#actors/relays/author-relays.ts';
import type { RelayRequests } from '#actors/relays/requests.ts';
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

type Deps = {
  readonly timelines: Timelines;
  readonly authorRelays: AuthorRelays;
  readonly requests: Pick<RelayRequests, 'relays'>;
  readonly queryClient: QueryClient;
};

/** The slot `load newest` of a profile. The relays of the person join in as soon as they are known (FEED-03). */
export const defineLoadNewestNotes = ({ timelines, authorRelays, requests, queryClient }: Deps) =>
  fromPromise<PageReport, ProfileSubject>(({ input, signal }) => {
    const { pubkey } = input;
    const source = timelines.open(profileSpec(pubkey));
    const tell = (relays: readonly string[], why: WhyRelay['why'], authors: readonly string[] = []) =>
      relays.map((relay): WhyRelay => ({ relay, why, authors }));
    void authorRelays(input).then(({ writes, listed }) => {
      source.join(writes);
      const theirs = listed ? tell(writes, 'writes', [pubkey]) : tell(writes, 'hint');
      queryClient.setQueryData(whyRelayKey(pubkey), [...tell(requests.relays('read'), 'own'), ...theirs]);
    });
    return source.loadNewest(signal);
  });

/** The slot `load page` of a profile: 10 older notes. */
export const defineLoadNotesPage = ({ timelines }: Pick<Deps, 'timelines'>) =>
  fromPromise<PageReport, ProfileSubject>(({ input, signal }) =>
    timelines.open(profileSpec(input.pubkey)).loadOlder(signal),
  );
