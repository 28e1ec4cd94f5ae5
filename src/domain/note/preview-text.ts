import { cutText } from '#domain/text/calm-text.ts';
import type { Block, Segment } from './content.ts';

/** What is said in the place of what is no text. */
type PreviewWords = {
  readonly [What in 'picture' | 'video' | 'quoted' | 'token' | 'other' | 'code' | 'someone']: string;
};

/** One line that tells what a note says, for the head of a reply; `nameOf` names the people it mentions. */
export const previewText = (
  blocks: readonly Block[],
  max: number,
  say: PreviewWords,
  nameOf: (pubkey: string) => string = () => say.someone,
): string => {
  const words = (segment: Segment): string => {
    if (segment.type === 'mention') return `@${nameOf(segment.pubkey)}`;
    if (segment.type === 'note') return say.other;
    if (segment.type === 'address') return say.code;
    if (segment.type === 'emoji') return `:${segment.shortcode}:`;
    return segment.type === 'text' ? segment.text : segment.label;
  };
  const text = blocks
    .flatMap((block) => (block.type === 'text' ? block.segments.map(words).join('') : []))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text !== '') return cutText(text, max);
  const first = blocks.find((block) => block.type !== 'text');
  return first === undefined
    ? ''
    : say[first.type === 'images' ? 'picture' : first.type === 'quote' ? 'quoted' : first.type];
};
