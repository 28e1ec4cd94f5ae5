import type { ProfilePart } from '#domain/cache/query-keys.ts';
import { mediaIn } from '#domain/note/media.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { isReply } from '#domain/thread/thread.ts';

type Written = Exclude<ProfilePart, 'likes'>;

const BELONGS: Readonly<Record<Written, (note: NostrEvent) => boolean>> = {
  notes: (note) => !isReply(note),
  replies: isReply,
  media: (note) => mediaIn(note).length > 0,
};

/** Whether a note belongs to a part of what somebody wrote; relays cannot tell them apart. */
export const isOfPart = (note: NostrEvent, part: Written): boolean => BELONGS[part](note);
