import { saysDislike } from '#domain/note/dislike.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';

/** Reactions that are offered besides '+' and '-'. */
export const EMOJI = ['🔥', '😂', '🤙', '🙏', '👏', '🎉', '🤔', '😮', '😢', '💯'] as const;

/** A reaction in words (NIP-25). */
export const reactionWord = (content: string): string => {
  if (content === '+') return texts.like;
  return saysDislike(content) ? texts.dislike : content;
};
