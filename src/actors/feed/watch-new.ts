import { fromCallback, type AnyEventObject } from 'xstate';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { FeedFilter } from '#domain/cache/query-keys.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Wire } from '#actors/wire/wire.ts';
import { RESUME_LIMIT, SUBSCRIPTION_OVERLAP_S } from '#domain/relays/relays-limits.ts';
import { toSeconds } from '#domain/units.ts';
import type { WatchNewFact } from '#machines/feed/feed.machine.ts';
import { requestFrame, type RequestFrame } from '#store/events/frames.ts';
import type { FeedViewStore } from '#store/feed/feed-view.ts';
import { feedSpec, type Timelines } from './timeline.ts';

type Deps = {
  readonly timelines: Timelines;
  readonly requests: RelayRequests;
  readonly wire: Pick<Wire, 'observe'>;
  /** what the user wants to see; only that counts */
  readonly feedView: Pick<FeedViewStore, 'subscribe'>;
  /** ms since the epoch */
  readonly now: () => number;
  readonly requestFrame?: RequestFrame;
};

/**
 * Lets new notes of the feed wait, and tells how many do, at most once per frame. A relay that answers again is asked for
 * what it did not send when the list was loaded.
 */
export const defineWatchNew = ({
  timelines,
  requests,
  wire,
  feedView,
  now,
  requestFrame: whenFrame = requestFrame,
}: Deps) =>
  fromCallback<AnyEventObject, { filter: FeedFilter }>(({ input, sendBack }) => {
    const source = timelines.open(feedSpec(input.filter));
    let scheduled = false;
    const tell = () => {
      scheduled = false;
      const fact: WatchNewFact = { type: 'notes.waiting', count: source.rows.news };
      sendBack(fact);
    };
    const onWaiting = () => {
      if (!scheduled) whenFrame(tell);
      scheduled = true;
    };
    source.rows.onWaiting = onWaiting;
    const tellChange = () => sendBack({ type: 'list.changed', hasMore: source.hasMore });
    source.onLate = tellChange;
    const stopLooking = feedView.subscribe(onWaiting);
    const newest = source.rows.newestAt ?? toSeconds(now());
    // late notes exist: a little before the newest is asked for again
    const since = Math.max(0, newest - SUBSCRIPTION_OVERLAP_S);
    const onEvent = (event: NostrEvent) => source.takeLive(event);
    const { filter, relays } = source.spec;
    const stop = requests.watch({
      filters: [{ ...filter, since, limit: RESUME_LIMIT }],
      ...(relays && { relays }),
      onEvent,
    });
    const stopOthers = source.spec.watchOthers?.(onEvent, since);
    const catchUp = async (relay: string) => {
      if (await source.catchUp(relay)) tellChange();
    };
    const stopCatchingUp = wire.observe(({ type, relay }) => {
      if (type === 'answered') void catchUp(relay);
    });
    return () => {
      stopLooking();
      stopCatchingUp();
      if (source.rows.onWaiting === onWaiting) source.rows.onWaiting = () => {};
      source.onLate = () => {};
      stop();
      stopOthers?.();
    };
  });
