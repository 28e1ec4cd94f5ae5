import { REACTION_SHOWN_CHARACTERS, REACTION_MAX_CHARACTERS } from '#domain/note/note-limits.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { parseContent } from '#domain/note/content.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { Emoji } from './emoji.tsx';

/** The picture that a reaction names, and its name (NIP-30); undefined for one in letters. */
const pictureOf = (event: Pick<NostrEvent, 'content' | 'tags'>) => {
  if (event.content.length > REACTION_MAX_CHARACTERS) return undefined;
  const [block, ...more] = parseContent({ content: event.content.trim(), tags: event.tags });
  const [segment, ...others] = block?.type === 'text' ? block.segments : [];
  return more.length + others.length === 0 && segment?.type === 'emoji' ? segment : undefined;
};

/** What a reaction says, cut to an emoji's length; a name with its picture stays whole. */
export const reactionText = (event: Pick<NostrEvent, 'content' | 'tags'>): string => {
  const picture = pictureOf(event);
  return picture ? `:${picture.shortcode}:` : calmLine(event.content, REACTION_SHOWN_CHARACTERS);
};

/** A reaction as it is meant: letters, or the picture of a custom emoji (NIP-30). */
export const ReactionText = ({ event }: { event: Pick<NostrEvent, 'content' | 'tags'> }) => {
  const picture = pictureOf(event);
  return picture ? <Emoji {...picture} /> : reactionText(event);
};
