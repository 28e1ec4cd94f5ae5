import type { Segment } from './content.ts';
import { PARAGRAPHS_MAX } from './note-limits.ts';

const BLANK_LINES = /\n[^\S\n]*\n\s*/;

/** The parts of a text between blank lines, `most` at most: what comes after them stays as it is in the last. */
const splitText = (text: string, most: number): readonly string[] => {
  const parts = text.split(BLANK_LINES);
  return parts.length <= most ? parts : [...parts.slice(0, most - 1), parts.slice(most - 1).join('\n\n')];
};

/** Splits running text at its blank lines, PARAGRAPHS_MAX at most, so that each paragraph can have its own direction. */
export const paragraphsOf = (segments: readonly Segment[]): readonly (readonly Segment[])[] => {
  const paragraphs: Segment[][] = [[]];
  for (const segment of segments) {
    if (segment.type !== 'text') {
      paragraphs.at(-1)?.push(segment);
      continue;
    }
    for (const [index, text] of splitText(segment.text, PARAGRAPHS_MAX - paragraphs.length + 1).entries()) {
      if (index > 0) paragraphs.push([]);
      if (text !== '') paragraphs.at(-1)?.push({ type: 'text', text });
    }
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
};
