import { fromPromise } from 'xstate';
import type { FeedFilter } from '#domain/query-keys.ts';
import type { PageReport } from '#machines/feed/page-report.ts';
import { feedSpec, type Timelines } from './timeline.ts';

type Input = { filter: FeedFilter };

/** The slot `load newest` of the feed: the first page, or what is newer than the list that is there. */
export const defineLoadNewest = (timelines: Timelines) =>
  fromPromise<PageReport, Input>(({ input, signal }) => timelines.open(feedSpec(input.filter)).loadNewest(signal));

/** The slot `load page` of the feed: 10 older notes (FEED-02). */
export const defineLoadPage = (timelines: Timelines) =>
  fromPromise<PageReport, Input>(({ input, signal }) => timelines.open(feedSpec(input.filter)).loadOlder(signal));

/** The slot `show new` of the feed: the notes that wait go on top. */
export const defineShowNew = (timelines: Timelines) =>
  fromPromise<PageReport, Input>(({ input }) => Promise.resolve(timelines.open(feedSpec(input.filter)).showNew()));
