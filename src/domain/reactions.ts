import { byNewest, isHex64, tagsNamed, type NostrEvent } from './event.ts';
import { KIND } from './kinds.ts';
import type { MyReaction } from './query-keys.ts';

/** The note a reaction is about: the last e tag (NIP-25). */
export const reactionTarget = (event: NostrEvent): string | undefined =>
  tagsNamed(event, 'e').findLast(([, id]) => isHex64(id))?.[1];

/** A reaction without words is a like (NIP-25). */
export const reactionContent = ({ content }: Pick<NostrEvent, 'content'>): string => (content === '' ? '+' : content);

/** What one author said to notes, by note: the newest reaction that they have not deleted (NIP-09). */
export const reactionsOf = (author: string, events: readonly NostrEvent[]): ReadonlyMap<string, MyReaction> => {
  const own = events.filter(({ pubkey }) => pubkey === author);
  const deleted = new Set(
    own.filter(({ kind }) => kind === KIND.deletion).flatMap((event) => tagsNamed(event, 'e').map(([, id]) => id)),
  );
  const reactions = own.filter(({ kind, id }) => kind === KIND.reaction && !deleted.has(id)).sort(byNewest);
  const found = new Map<string, MyReaction>();
  for (const event of reactions) {
    const target = reactionTarget(event);
    if (target !== undefined && !found.has(target)) found.set(target, { content: reactionContent(event), event });
  }
  return found;
};

/** How many likes a reaction is: a dislike is none. */
export const likesIn = (reaction: MyReaction | null | undefined): number =>
  reaction && reaction.content !== '-' ? 1 : 0;
