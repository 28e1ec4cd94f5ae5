import { cutText } from '#domain/text/calm-text.ts';
import type { Block, Segment } from './content.ts';
import {
  NOTE_FOLD_LINES,
  NOTE_FOLD_SPARE_LINES,
  NOTE_LINE_CHARACTERS,
  NOTE_MEDIA_LINES,
  NOTE_QUOTE_LINES,
} from './note-limits.ts';

const labelOf = (segment: Segment): string => {
  switch (segment.type) {
    case 'text':
      return segment.text;
    case 'mention':
    case 'address':
      return '@mentioned name';
    case 'note':
      return 'a note';
    case 'emoji':
      return '::';
    default:
      return segment.label;
  }
};

const nextLine = (at: number): number => (Math.floor(at / NOTE_LINE_CHARACTERS) + 1) * NOTE_LINE_CHARACTERS;

/** Where the text ends when it starts `at` characters into lines of NOTE_LINE_CHARACTERS. */
const endOf = (text: string, at: number): number =>
  text.split('\n').reduce((end, line, index) => (index === 0 ? end : nextLine(end)) + line.length, at);

const endOfBlock = (block: Block, at: number): number => {
  const start = at === 0 ? 0 : nextLine(at - 1);
  if (block.type === 'quote') return start + NOTE_QUOTE_LINES * NOTE_LINE_CHARACTERS;
  if (block.type !== 'text') return start + NOTE_MEDIA_LINES * NOTE_LINE_CHARACTERS;
  return block.segments.reduce((end, segment) => endOf(labelOf(segment), end), start);
};

/** The start of the text up to `limit`, cut at a word, with an ellipsis. */
const fitting = (text: string, at: number, limit: number): string => {
  let kept = '';
  let end = at;
  for (const [index, line] of text.split('\n').entries()) {
    if (index > 0) end = nextLine(end);
    if (end >= limit) break;
    if (index > 0) kept += '\n';
    if (end + line.length > limit) return `${kept}${cutText(line, limit - end).replace(/\s+\S*…$/, '…')}`;
    kept += line;
    end += line.length;
  }
  return `${kept.trimEnd()}…`;
};

const foldText = (segments: readonly Segment[], start: number, limit: number): readonly Segment[] => {
  const kept: Segment[] = [];
  let at = start;
  for (const segment of segments) {
    const end = endOf(labelOf(segment), at);
    if (end > limit) {
      const rest = segment.type === 'text' ? fitting(segment.text, at, limit) : '…';
      return [...kept, { type: 'text', text: rest }];
    }
    kept.push(segment);
    at = end;
  }
  return kept;
};

/**
 * The first NOTE_FOLD_LINES lines or so of a long note; undefined when it is short enough to show whole. Lines are
 * estimated from the characters, so that nothing has to be laid out to know.
 */
export const foldBlocks = (blocks: readonly Block[]): readonly Block[] | undefined => {
  const limit = NOTE_FOLD_LINES * NOTE_LINE_CHARACTERS;
  const kept: Block[] = [];
  let at = 0;
  let cut = false;
  for (const block of blocks) {
    const start = at === 0 ? 0 : nextLine(at - 1);
    at = endOfBlock(block, at);
    if (start >= limit) cut = true;
    if (cut) continue;
    cut = block.type === 'text' && at > limit;
    kept.push(block.type === 'text' ? { ...block, segments: foldText(block.segments, start, limit) } : block);
  }
  return cut && at > limit + NOTE_FOLD_SPARE_LINES * NOTE_LINE_CHARACTERS ? kept : undefined;
};
