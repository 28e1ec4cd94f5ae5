import { describe, expect, it } from 'vitest';
import { mediaIn } from '#domain/note/media.ts';
import { withoutLinks } from '#domain/publish/draft.ts';

/** The text without the first picture that it links to. */
const withoutFirst = (text: string) => withoutLinks(text, mediaIn({ content: text, tags: [] })[0]!.url);

describe('a picture that is taken out of a text', () => {
  it.each([
    ['Look Https://a.example/x.jpg', 'Look'],
    ['Look https://A.Example/x.jpg\nand read', 'Look\nand read'],
    ['https://a.example/Bäume.jpg, they say', ', they say'],
    ['(https://a.example/x.jpg) https://a.example/x.jpg', '()'],
  ])('takes its link with it, as it was written: %j', (text, left) => {
    expect(withoutFirst(text)).toBe(left);
  });

  it('stays where it stands in code', () => {
    expect(withoutFirst('`https://a.example/x.jpg` https://a.example/x.jpg')).toBe('`https://a.example/x.jpg`');
  });

  it('leaves the link of another that begins the same', () => {
    expect(withoutFirst('https://a.example/x.jpg https://a.example/x.jpg?w=2')).toBe(' https://a.example/x.jpg?w=2');
    expect(withoutFirst('https://a.example/x.jpg?w=2 https://a.example/x.jpg')).toBe(' https://a.example/x.jpg');
  });
});
