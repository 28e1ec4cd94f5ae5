import type { QueryClient } from '@tanstack/query-core';
import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import { saysDislike } from '#domain/note/dislike.ts';
import { isOfPart } from '#domain/profile/profile-parts.ts';
import { RARE_NOTES_PAGES } from '#domain/profile/profile-limits.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { NOTES_PAGE_SIZE } from '#domain/feed/feed-limits.ts';
import { lastTarget } from '#domain/note/note.ts';
import { profileNotesKey, whyRelayKey, type ProfilePart, type WhyRelay } from '#domain/cache/query-keys.ts';
import type { Timelines } from '#actors/feed/timeline.ts';
import type { TimelineSource, TimelineSpec } from '#actors/feed/timeline-source.ts';
import type { AuthorRelays } from '#actors/relays/author-relays.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Wire } from '#actors/wire/wire.ts';
import type { PageReport } from '#machines/feed/page-report.ts';
import type { LateFact } from '#machines/feed/reach.ts';
import type { ProfileSubject } from '#machines/profile/profile.machine.ts';

/** The notes somebody likes, by when they did (NIP-25). */
const likedSpec = (pubkey: string): TimelineSpec => ({
  queryKey: profileNotesKey(pubkey, 'likes'),
  filter: { kinds: [KIND.reaction], authors: [pubkey] },
  accepts: (event) =>
    event.kind === KIND.textNote ||
    (event.kind === KIND.reaction && event.pubkey === pubkey && !saysDislike(event.content)),
  targetOf: lastTarget,
  askPages: 1,
  newOnesWait: false,
});

/** A part of what one person wrote, newest first; their notes are asked for by pages, no more at once (PROF-07). */
export const profileSpec = (pubkey: string, part: ProfilePart = 'notes'): TimelineSpec => {
  if (part === 'likes') return likedSpec(pubkey);
  return {
    queryKey: profileNotesKey(pubkey, part),
    filter: { kinds: [KIND.textNote], authors: [pubkey] },
    accepts: (event) => event.kind === KIND.textNote && event.pubkey === pubkey && isOfPart(event, part),
    askPages: part === 'notes' ? 1 : RARE_NOTES_PAGES,
    ...(part === 'notes' && { limit: NOTES_PAGE_SIZE }),
    newOnesWait: false,
  };
};

type Deps = {
  readonly timelines: Timelines;
  readonly authorRelays: AuthorRelays;
  readonly requests: Pick<RelayRequests, 'relays'>;
  readonly queryClient: QueryClient;
};

const reason = (relays: readonly string[], why: WhyRelay['why'], authors: readonly string[] = []): WhyRelay[] =>
  relays.map((relay) => ({ relay, why, authors }));

/** The relays of the person; tells views why each is asked. */
const relaysOf = async ({ authorRelays, requests, queryClient }: Deps, subject: ProfileSubject) => {
  const { pubkey } = subject;
  const { writes, listed } = await authorRelays(subject);
  const own = requests.relays('read');
  const theirs = listed ? reason(writes, 'writes', [pubkey]) : reason(writes, 'hint');
  queryClient.setQueryData(whyRelayKey(pubkey), [...reason(own, 'own'), ...theirs]);
  return { writes, others: writes.filter((url) => !own.includes(url)) };
};

/** Whether one of the relays has told what it has, or there is none; what they are being asked now is waited for. */
const isTold = async (source: TimelineSource, relays: readonly string[]): Promise<boolean> => {
  const streams = relays.flatMap((relay) => source.streamOf(relay) ?? []);
  for (const { asking } of streams) await asking;
  return relays.length === 0 || streams.some(({ reached, ended }) => ended || reached < Infinity);
};

/**
 * The slot `load newest` of a profile. The relays of the person join in as soon as they are known (FEED-03); where the
 * reader's relays have nothing, they are waited for: unless one of them answers, nobody knows whether there is something.
 */
export const defineLoadNewestNotes = (deps: Deps) =>
  fromPromise<PageReport, ProfileSubject>(async ({ input, signal, self: parent }) => {
    const source = deps.timelines.open(profileSpec(input.pubkey, input.part));
    const joining = relaysOf(deps, input).then((relays) => {
      source.join(relays.others);
      return relays;
    });
    const report = await source.loadNewest({ signal, parent });
    if (report.shown > 0) return report;
    const { writes, others } = await joining;
    const whole = others.length > 0 ? await source.loadNewest({ signal, parent }) : report;
    if (whole.shown > 0) return whole;
    // what the relays of the reader still have is read on
    const outcome = whole.hasMore || (await isTold(source, writes)) ? whole.outcome : 'unreachable';
    return { ...whole, outcome, shown: source.rows.shown.length, hasMore: source.hasMore };
  });

/** The slot `load page` of a profile: 10 older notes. */
export const defineLoadNotesPage = ({ timelines }: Pick<Deps, 'timelines'>) =>
  fromPromise<PageReport, ProfileSubject>(({ input, signal, self: parent }) =>
    timelines.open(profileSpec(input.pubkey, input.part)).loadOlder({ signal, parent }),
  );

/**
 * The slot `catch up` of a profile: notes that come late are told of; a relay that answers after it was late or away is asked
 * for what is shown already.
 */
export const defineCatchUpNotes = ({
  timelines,
  wire,
}: Pick<Deps, 'timelines'> & { readonly wire: Pick<Wire, 'observe'> }) =>
  fromCallback<AnyEventObject, ProfileSubject>(({ input, sendBack }) => {
    const source = timelines.open(profileSpec(input.pubkey, input.part));
    const tell = () => sendBack({ type: 'notes.late' } satisfies LateFact);
    source.onLate = tell;
    const catchUp = async (relay: string) => {
      if (await source.catchUp(relay)) tell();
    };
    const stop = wire.observe(({ type, relay }) => {
      if (type === 'answered') void catchUp(relay);
    });
    return () => {
      stop();
      source.onLate = () => {};
    };
  });
