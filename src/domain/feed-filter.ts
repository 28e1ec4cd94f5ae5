import { tagsNamed, type Filter, type NostrEvent } from './event.ts';
import { hashtagFilter } from './hashtags.ts';
import { KIND } from './kinds.ts';
import { isSensitive } from './nsfw.ts';
import type { FeedFilter } from './query-keys.ts';
import { isReply } from './thread.ts';

/** What relays are asked for a feed: notes, and reposts unless they are hidden (FEED-01, FEED-06, FEED-09). */
export const feedQuery = ({ hashtags, showReposts }: FeedFilter): Filter => ({
  kinds: showReposts ? [KIND.textNote, KIND.repost] : [KIND.textNote],
  ...(hashtags.length > 0 && { '#t': hashtagFilter(hashtags) }),
});

const hasWarning = (event: NostrEvent): boolean =>
  tagsNamed(event, 'content-warning').length > 0 || tagsNamed(event, 'l').some((tag) => tag[2] === 'content-warning');

/** Whether a note has no place in a feed: not safe for work without a warning of its author, behind which it could hide. */
export const isUnfit = (event: NostrEvent): boolean => isSensitive(event).hidden && !hasWarning(event);

/** Whether the feed has a row for the event (FEED-05, FEED-06, FEED-08). Of a repost, its note must be looked at too. */
export const isInFeed = (event: NostrEvent, { showReplies, showReposts }: FeedFilter): boolean => {
  if (event.kind === KIND.repost) return showReposts;
  return event.kind === KIND.textNote && (showReplies || !isReply(event)) && !isUnfit(event);
};
