import { saysDislike } from '#domain/note/dislike.ts';
import { byNewest, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { lastTarget, repostTarget } from '#domain/note/note.ts';
import type { MyReaction } from '#domain/cache/query-keys.ts';

/** The note a reaction is about (NIP-25). */
export const reactionTarget = (event: NostrEvent): string | undefined => lastTarget(event)?.id;

/** A reaction without words is a like (NIP-25). */
export const reactionContent = ({ content }: Pick<NostrEvent, 'content'>): string => (content === '' ? '+' : content);

/** What one author did to notes by events of `kind` that they have not deleted (NIP-09), by note: the newest, and those before. */
const deedsOf = (
  author: string,
  events: readonly NostrEvent[],
  kind: number,
  read: (event: NostrEvent) => readonly [noteId: string | undefined, content: string],
): ReadonlyMap<string, MyReaction> => {
  const own = events.filter(({ pubkey }) => pubkey === author);
  const deleted = new Set(
    own.filter((event) => event.kind === KIND.deletion).flatMap((event) => tagsNamed(event, 'e').map(([, id]) => id)),
  );
  const deeds = own.filter((event) => event.kind === kind && !deleted.has(event.id)).sort(byNewest);
  const found = new Map<string, MyReaction>();
  for (const event of deeds) {
    const [noteId, content] = read(event);
    if (noteId === undefined) continue;
    const newest = found.get(noteId);
    found.set(noteId, newest ? { ...newest, earlier: [...(newest.earlier ?? []), event] } : { content, event });
  }
  return found;
};

/** What one author said to notes, by note. */
export const reactionsOf = (author: string, events: readonly NostrEvent[]): ReadonlyMap<string, MyReaction> =>
  deedsOf(author, events, KIND.reaction, (event) => [reactionTarget(event), reactionContent(event)]);

/** Which notes one author reposted; the content says nothing. */
export const repostsOf = (author: string, events: readonly NostrEvent[]): ReadonlyMap<string, MyReaction> =>
  deedsOf(author, events, KIND.repost, (event) => [repostTarget(event)?.id, REPOSTED]);

/** The content of a repost as the user wishes it; an event of it holds the note. */
export const REPOSTED = 'repost';

/** How many likes a reaction is: a dislike is none. A repost is one. */
export const likesIn = (reaction: MyReaction | null | undefined): number =>
  reaction && !saysDislike(reaction.content) ? 1 : 0;
