import { describe, expect, it } from 'vitest';
import { parseContent, type Block } from '#domain/note/content.ts';
import { foldBlocks } from '#domain/note/fold.ts';
import { NOTE_FOLD_SPARE_LINES, NOTE_LINE_CHARACTERS, NOTE_FOLD_LINES } from '#domain/note/note-limits.ts';

const parse = (content: string, tags: string[][] = []): readonly Block[] => parseContent({ content, tags });
const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');
const textOf = (blocks: readonly Block[] | undefined): string =>
  (blocks ?? [])
    .flatMap((block) => (block.type === 'text' ? block.segments : []))
    .map((segment) => (segment.type === 'text' ? segment.text : ''))
    .join('');

describe('foldBlocks', () => {
  it('leaves a note alone that is at most a few lines too long', () => {
    expect(foldBlocks(parse('Hello'))).toBeUndefined();
    expect(foldBlocks(parse(lines(NOTE_FOLD_LINES + NOTE_FOLD_SPARE_LINES)))).toBeUndefined();
    expect(foldBlocks([])).toBeUndefined();
  });

  it('keeps the first lines of a long note', () => {
    const folded = textOf(foldBlocks(parse(lines(60))));
    expect(folded.split('\n')).toHaveLength(NOTE_FOLD_LINES);
    expect(folded.endsWith('line 20…')).toBe(true);
  });

  it('cuts one long paragraph at a word', () => {
    const folded = textOf(foldBlocks(parse('word '.repeat(600))));
    expect(folded.length).toBeLessThanOrEqual(NOTE_FOLD_LINES * NOTE_LINE_CHARACTERS + 1);
    expect(folded).toMatch(/word…$/);
  });

  it('cuts text without spaces and never inside a character', () => {
    const folded = textOf(foldBlocks(parse('🐦'.repeat(2_000))));
    expect(folded.isWellFormed()).toBe(true);
    expect(folded.length).toBeLessThanOrEqual(NOTE_FOLD_LINES * NOTE_LINE_CHARACTERS + 1);
  });

  it('leaves out the pictures below the fold', () => {
    const folded = foldBlocks(parse(`${lines(60)}\nhttps://a.example/1.jpg`));
    expect(folded?.some(({ type }) => type === 'images')).toBe(false);
    const withPicture = foldBlocks(parse(`https://a.example/1.jpg\n${lines(60)}`));
    expect(withPicture?.[0]?.type).toBe('images');
  });

  it('shows a picture under a text of the usual length', () => {
    expect(foldBlocks(parse(`${lines(10)}\nhttps://a.example/1.jpg`))).toBeUndefined();
  });
});
