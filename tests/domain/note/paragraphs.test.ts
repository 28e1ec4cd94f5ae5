import { describe, expect, it } from 'vitest';
import { parseContent } from '#domain/note/content.ts';
import { PARAGRAPHS_MAX } from '#domain/note/note-limits.ts';
import { paragraphsOf } from '#domain/note/paragraphs.ts';

describe('paragraphsOf', () => {
  it('splits at blank lines and keeps single line ends', () => {
    const [block] = parseContent({ content: 'one\ntwo\n\nthree #tag\n\n#end', tags: [] });
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
