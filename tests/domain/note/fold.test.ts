import { noteEncode } from 'nostr-tools/nip19';
import { describe, expect, it } from 'vitest';

import { parseContent, type Block } from '#domain/note/content.ts';
import { foldBlocks, paragraphsOf, previewText } from '#domain/note/fold.ts';
import {
  NOTE_FOLD_SPARE_LINES,
  PARAGRAPHS_MAX,
  NOTE_LINE_CHARACTERS,
  NOTE_FOLD_LINES,
} from '#domain/note/note-limits.ts';
import { texts } from '#ui/texts/app.ts';

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

describe('paragraphsOf', () => {
  it('splits at blank lines and keeps single line ends', () => {
    const [block] = parse('one\ntwo\n\nthree #tag\n\n#end');
    const paragraphs = block?.type === 'text' ? paragraphsOf(block.segments) : [];
    expect(paragraphs.map((segments) => segments.map(({ type }) => type))).toEqual([
      ['text'],
      ['text', 'hashtag'],
      ['hashtag'],
    ]);
    expect(paragraphs[0]?.[0]).toEqual({ type: 'text', text: 'one\ntwo' });
  });
});

describe('a text of very many paragraphs', () => {
  it('is drawn in PARAGRAPHS_MAX of them, and loses nothing', () => {
    const written = Array.from({ length: 20_000 }, (_, n) => `${n}`)
      .join('\n\n')
      .slice(0, 60_000);
    const mention = { type: 'mention', pubkey: 'a'.repeat(64), relays: [] } as const;
    const segments = [
      { type: 'text', text: written } as const,
      mention,
      { type: 'text', text: 'a\n\nb\n\nc' } as const,
    ];
    const paragraphs = paragraphsOf(segments);
    expect(paragraphs).toHaveLength(PARAGRAPHS_MAX);
    const text = paragraphs.map((one) => one.map((part) => (part.type === 'text' ? part.text : '@')).join(''));
    expect(text.join('\n\n')).toBe(`${written}@a\n\nb\n\nc`);
  });
});

describe('previewText', () => {
  const pubkey = 'a'.repeat(64);

  it('tells what a note says in one line', () => {
    expect(previewText(parse('Three weeks\non five   relays'), 120, texts.note)).toBe('Three weeks on five relays');
    expect(previewText(parse('Three weeks on five relays'), 11, texts.note)).toBe('Three weeks…');
  });

  it.each(['https://a.example/1.jpg', 'https://a.example/1.mp4', `nostr:${noteEncode('a'.repeat(64))}`])(
    'keeps the words before and after %s apart',
    (address) => {
      expect(previewText(parse(`Look at this ${address} and that`), 120, texts.note)).toBe('Look at this and that');
      expect(previewText(parse(`Look at this\n${address}\nand #that.`), 120, texts.note)).toBe(
        'Look at this and #that.',
      );
    },
  );

  it('names the people it mentions', () => {
    const blocks = parse('for #[0]: look', [['p', pubkey]]);
    expect(previewText(blocks, 120, texts.note, (key) => (key === pubkey ? 'Marlow' : '?'))).toBe('for @Marlow: look');
  });

  it('says what a note without words holds', () => {
    expect(previewText(parse('https://a.example/1.jpg'), 120, texts.note)).toBe('Picture');
    expect(previewText([], 120, texts.note)).toBe('');
  });
});
