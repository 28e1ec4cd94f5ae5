import { naddrEncode, noteEncode } from 'nostr-tools/nip19';
import { describe, expect, it } from 'vitest';
import { parseContent, type Block } from '#domain/note/content.ts';
import { previewText } from '#domain/note/preview-text.ts';
import { texts } from '#ui/texts/app.ts';

const parse = (content: string, tags: string[][] = []): readonly Block[] => parseContent({ content, tags });

describe('previewText', () => {
  const pubkey = 'a'.repeat(64);

  it('names what no screen shows in words', () => {
    const article = naddrEncode({ identifier: 'x', pubkey, kind: 30_023 });
    expect(previewText(parse(`Read nostr:${article} now`), 120, texts.note)).toBe('Read other content now');
  });

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

  it('spells the emojis of a note', () => {
    const wave = ['emoji', 'wave', 'https://a.example/wave.png'];
    expect(previewText(parse('Good morning :wave:', [wave]), 120, texts.note)).toBe('Good morning :wave:');
    expect(previewText(parse(':wave:', [wave]), 120, texts.note)).toBe(':wave:');
  });

  it('says what a note without words holds', () => {
    expect(previewText(parse('https://a.example/1.jpg'), 120, texts.note)).toBe('Picture');
    expect(previewText([], 120, texts.note)).toBe('');
  });
});
