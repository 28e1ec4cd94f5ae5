import { fromCallback, fromPromise, type AnyEventObject } from 'xstate';
import { feedKey, type FeedFilter } from '#domain/cache/query-keys.ts';
import type { PageReport } from '#machines/feed/page-report.ts';
import type { LateFact } from '#machines/feed/reach.ts';
import type { TimelineSpec } from './timeline-source.ts';
import { feedSpec, type Timelines } from './timeline.ts';

type Input = { filter: FeedFilter };

type Followed = (filter: FeedFilter) => Promise<TimelineSpec>;

/**
 * The slot `load newest` of the feed: the first page, or what is newer than the list that is there. `followed` finds out
 * what to ask for when only people somebody follows are let in.
 */
export const defineLoadNewest = (timelines: Timelines, followed: Followed) =>
  fromPromise<PageReport, Input>(async ({ input: { filter }, signal, self: parent }) => {
    const spec = filter.followOnly === undefined ? feedSpec(filter) : await followed(filter);
    return timelines.open(spec).loadNewest({ signal, parent });
  });

/** The slot `load page` of the feed: 10 older notes (FEED-02). */
export const defineLoadPage = (timelines: Timelines) =>
  fromPromise<PageReport, Input>(({ input, signal, self: parent }) =>
    timelines.open(feedSpec(input.filter)).loadOlder({ signal, parent }),
  );

/** The slot `show new` of the feed: the notes that wait go on top. */
export const defineShowNew = (timelines: Timelines) =>
  fromPromise<PageReport, Input>(({ input }) => Promise.resolve(timelines.open(feedSpec(input.filter)).showNew()));

/** The slot `watch late` of the feed: a relay that was given up sends notes after all. */
export const defineWatchLate = (timelines: Timelines) =>
  fromCallback<AnyEventObject, Input>(({ input, sendBack }) => {
    const source = timelines.find(feedKey(input.filter));
    if (source) source.onLate = () => sendBack({ type: 'notes.late' } satisfies LateFact);
    return () => {
      if (source) source.onLate = () => {};
    };
  });
