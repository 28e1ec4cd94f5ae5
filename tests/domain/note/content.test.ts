import * as fc from 'fast-check';
import { naddrEncode, neventEncode, noteEncode, npubEncode, nprofileEncode } from 'nostr-tools/nip19';
import { describe, expect, it } from 'vitest';

import { parseContent, type Block, type Segment } from '#domain/note/content.ts';

import { CONTENT_MAX_QUOTES } from '#domain/note/note-limits.ts';
import { CONTENT_MAX_CHARACTERS, CONTENT_MAX_MEDIA, CONTENT_MAX_REFERENCES } from '#domain/protocol/protocol-limits.ts';
import { hex, hostileEvent } from '#tests/support/fake-events.ts';

const parse = (content: string, tags: string[][] = []) => parseContent({ content, tags });
const text = (words: string): Segment => ({ type: 'text', text: words });
const only = (content: string, tags: string[][] = []): readonly Segment[] => {
  const blocks = parse(content, tags);
  expect(blocks.map(({ type }) => type)).toEqual(['text']);
  return blocks[0]?.type === 'text' ? blocks[0].segments : [];
};
const segmentsOf = (blocks: readonly Block[]): Segment[] =>
  blocks.flatMap((block) => (block.type === 'text' ? block.segments : []));
const image = (url: string) => ({ type: 'image', url, alt: '', mime: '', blurhash: '' });

describe('text', () => {
  it('stays as it is, with its line ends', () => {
    expect(only('one\ntwo\n\nthree')).toEqual([text('one\ntwo\n\nthree')]);
  });

  it('is calmed', () => {
    expect(only('\u202egnp.exe e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\n\n\n\n\nend')).toEqual([
      text('gnp.exe e\u0301\u0301\u0301\u0301\n\nend'),
    ]);
  });

  it('never turns markup into anything', () => {
    expect(only('<img src=x onerror=alert(1)> <script>')).toEqual([text('<img src=x onerror=alert(1)> <script>')]);
  });

  it('keeps code as it is written', () => {
    expect(only('`https://a.example #tag`')).toEqual([text('`https://a.example #tag`')]);
    expect(only('```\n#tag\n``` #real')).toEqual([
      text('```\n#tag\n``` '),
      { type: 'hashtag', hashtag: 'real', label: '#real' },
    ]);
  });

  it('of nothing is no block', () => {
    expect(parse(' \n ')).toEqual([]);
  });
});

describe('ecash', () => {
  const token = (letter: string) => `cashuB${letter.repeat(40)}`;
  const isToken = (written: string) => ({ type: 'token', text: written });

  it.each(['', 'cashu:', 'cashu://', 'web+cashu:', 'web+cashu://'])(
    'is found behind %j, in version A and B',
    (before) => {
      for (const version of ['A', 'B'])
        expect(parse(`take ${before}cashu${version}o2Fpd_-x9dHt0YW9zZW4x== first`)).toEqual([
          { type: 'text', segments: [text('take')] },
          isToken(`${before}cashu${version}o2Fpd_-x9dHt0YW9zZW4x==`),
          { type: 'text', segments: [text('first')] },
        ]);
    },
  );

  it.each(['', 'cashu:', 'web+cashu://'])('is asked for behind %j, in both forms of a payment request', (before) => {
    for (const request of [
      `creqA${'o2Fp_-'.repeat(6)}==`,
      `CREQB1${'QYQSZQ'.repeat(6)}`,
      `creqb1${'qyqszq'.repeat(6)}`,
    ])
      expect(parse(`pay ${before}${request}, please`)).toEqual([
        { type: 'text', segments: [text('pay')] },
        isToken(`${before}${request}`),
        { type: 'text', segments: [text(', please')] },
      ]);
    for (const words of ['creqAbc', `xcreqA${'a'.repeat(40)}`, `creqC${'a'.repeat(40)}`])
      expect(only(words)).toEqual([text(words)]);
  });

  it.each(['', 'lightning:'])('an invoice is found behind %j', (before) => {
    const data = 'qyqszq'.repeat(30);
    for (const invoice of [`lnbc1${data}`, `lnbcrt210u1${data}`, `LNBC20M1${data.toUpperCase()}`])
      expect(parse(`pay ${before}${invoice}, please`)).toEqual([
        { type: 'text', segments: [text('pay')] },
        isToken(`${before}${invoice}`),
        { type: 'text', segments: [text(', please')] },
      ]);
    for (const words of ['lnbc1qyqszq', `xlnbc1${data}`, `lntb1${data}`]) expect(only(words)).toEqual([text(words)]);
  });

  it('is none in a word, in an address, in code, or when it is too short', () => {
    for (const words of [`x${token('a')}`, `\`${token('a')}\``, 'cashuAbc', `cashu7${'a'.repeat(40)}`])
      expect(only(words)).toEqual([text(words)]);
    expect(only(`https://a.example/#${token('a')}`).map(({ type }) => type)).toEqual(['link']);
  });

  it('[TOKEN-05] of a version to come is told apart from words, too', () => {
    expect(parse(`cashuC${'a'.repeat(40)}`)).toEqual([isToken(`cashuC${'a'.repeat(40)}`)]);
  });

  it('is shown so often at most; what stands there twice, or is more, is a few letters of text', () => {
    const all = Array.from({ length: 300 }, (_, at) => `cashuB${String(at).padStart(200, '0')}`);
    const blocks = parse([all[0], ...all].join(' '));
    expect(blocks.filter(({ type }) => type === 'token')).toEqual(all.slice(0, CONTENT_MAX_QUOTES).map(isToken));
    for (const segment of segmentsOf(blocks))
      expect(segment.type === 'text' && segment.text).not.toContain('0'.repeat(60));
  });

  it('of a million letters is found in no time', () => {
    const began = performance.now();
    for (const letters of ['cashuA', 'cashu:', 'cashu', 'cashuB=', 'lnbc', 'lightning:'])
      expect(parse(letters.repeat(1_000_000 / letters.length)).length).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('links', () => {
  it.each([
    ['see https://a.example/x.', 'https://a.example/x', '.'],
    ['(https://a.example/x)', 'https://a.example/x', ')'],
    ['https://a.example/x_(y)', 'https://a.example/x_(y)', undefined],
    ['Https://A.example/x', 'https://a.example/x', undefined],
    ['https://a.example/日本、次', 'https://a.example/%E6%97%A5%E6%9C%AC', '、次'],
    ['انظر https://a.example/x، شكرا', 'https://a.example/x', '، شكرا'],
    ['هل رأيت https://a.example/x؟', 'https://a.example/x', '؟'],
    ['https://a.example/x۔', 'https://a.example/x', '۔'],
    ['https://a.example/x।', 'https://a.example/x', '।'],
    ['„https://a.example/x“', 'https://a.example/x', '“'],
    ['‚https://a.example/x‘ ', 'https://a.example/x', '‘'],
    ['»https://a.example/x«.', 'https://a.example/x', '«.'],
  ])('are found in %s', (content, url, after) => {
    const segments = only(content);
    expect(segments.find(({ type }) => type === 'link')).toMatchObject({ url });
    if (after === undefined) expect(segments.at(-1)?.type).toBe('link');
    else expect(segments.at(-1)).toEqual(text(after));
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example/', 'https://', 'https://me:pw@a.example/'])(
    'are never made of %s',
    (content) => expect(segmentsOf(parse(content)).every(({ type }) => type === 'text')).toBe(true),
  );

  it('show the host, shortened', () => {
    const label = (url: string) => {
      const link = only(url)[0];
      return link?.type === 'link' ? link.label : undefined;
    };
    expect(label('https://www.a.example/')).toBe('a.example');
    expect(label('https://a.example/%D0%B9')).toBe('a.example/й');
    expect(label(`https://a.example/${'x'.repeat(200)}`)).toMatch(/^a\.example\/x+…$/);
    expect(label(`https://bank.example.${'x.'.repeat(40)}evil.example/`)).toMatch(/^….*evil\.example$/);
    expect(label('https://аpple.com/')).toMatch(/^xn--/);
  });
});

describe('references', () => {
  const npub = npubEncode(hex(5));

  it('become mentions (NIP-27)', () => {
    const mention = { type: 'mention', pubkey: hex(5), relays: [] };
    expect(only(`hi nostr:${npub}!`)).toEqual([text('hi '), mention, text('!')]);
    expect(only(`hi @${npub} and ${npub}`)).toEqual([text('hi '), mention, text(' and '), mention]);
    expect(only(`nostr:${npub}glued`)).toEqual([mention, text('glued')]);
    for (const [before, after] of [
      ['مرحبا', 'شكرا'],
      ['שלום', 'לך'],
      ['你好', '吗'],
    ])
      for (const written of [npub, `@${npub}`, `nostr:${npub}`])
        expect(only(`${before}${written}${after}`)).toEqual([text(before!), mention, text(after!)]);
    expect(only(`x${npub}`)).toEqual([text(`x${npub}`)]);
    const nprofile = nprofileEncode({ pubkey: hex(5), relays: ['wss://r.example'] });
    expect(only(`nostr:${nprofile}`)).toEqual([{ ...mention, relays: ['wss://r.example'] }]);
    expect(only('#[0]', [['p', hex(5)]])).toEqual([mention]);
  });

  it('stay text when they are damaged', () => {
    const broken = `nostr:${npub.slice(0, -1)}q`;
    expect(only(broken)).toEqual([text(broken)]);
    expect(only('#[7]')).toEqual([text('#[7]')]);
  });

  it('inside links stay links', () => {
    expect(only(`https://njump.me/${npub}`)[0]).toMatchObject({ type: 'link', url: `https://njump.me/${npub}` });
  });

  it('become quotes where they stand', () => {
    const nevent = neventEncode({ id: hex(6), relays: ['wss://r.example'], author: hex(7) });
    expect(parse(`before nostr:${nevent} after`)).toEqual([
      { type: 'text', segments: [text('before')] },
      { type: 'quote', id: hex(6), relays: ['wss://r.example'], author: hex(7) },
      { type: 'text', segments: [text('after')] },
    ]);
    expect(parse('#[0]', [['e', hex(6)]])).toEqual([{ type: 'quote', id: hex(6), relays: [] }]);
  });

  it('quote each note once, few in all, and link the rest', () => {
    const twice = parse(`nostr:${noteEncode(hex(6))} nostr:${noteEncode(hex(6))}`);
    expect(twice).toEqual([
      { type: 'quote', id: hex(6), relays: [] },
      { type: 'text', segments: [{ type: 'note', id: hex(6), relays: [] }] },
    ]);
    const many = parse(Array.from({ length: 20 }, (_, n) => `nostr:${noteEncode(hex(n + 1))}`).join(' '));
    expect(many.filter(({ type }) => type === 'quote')).toHaveLength(CONTENT_MAX_QUOTES);
    expect(segmentsOf(many).filter(({ type }) => type === 'note')).toHaveLength(20 - CONTENT_MAX_QUOTES);
  });

  it('of q tags that the text does not repeat stand at the end (NIP-18)', () => {
    expect(parse('my words', [['q', hex(6)]])).toEqual([
      { type: 'text', segments: [text('my words')] },
      { type: 'quote', id: hex(6), relays: [] },
    ]);
    const written = parse(`nostr:${noteEncode(hex(6))} yes`, [['q', hex(6)]]);
    expect(written.map(({ type }) => type)).toEqual(['quote', 'text']);
  });

  it('to what no screen shows are no quotes', () => {
    const article = naddrEncode({ identifier: 'x', pubkey: hex(5), kind: 30023 });
    for (const address of [article, neventEncode({ id: hex(6), author: hex(5), kind: 20 })])
      expect(only(`nostr:${address}`)).toMatchObject([{ type: 'address', address }]);
  });

  it('to what no screen shows are none either where a q tag repeats them', () => {
    const picture = neventEncode({ id: hex(6), author: hex(5), kind: 20 });
    expect(only(`look nostr:${picture}`, [['q', hex(6)]])).toMatchObject([text('look '), { address: picture }]);
  });
});

describe('hashtags', () => {
  it.each([
    ['#Nostr', ['nostr']],
    ['a #one, #two_2 (#three)', ['one', 'two_2', 'three']],
    ['#日本 #العربية', ['日本', 'العربية']],
    ['今天#比特币 很好', ['比特币']],
    ['#日本#東京。สวัสดี#ไทย', ['日本', 'ไทย']],
    ['#比特币#今天涨了很多，大家都高兴', ['比特币']],
    ['#오늘#날씨가 좋다 #أ#ب', ['오늘', 'أ']],
    ['مرحبا #السلام_عليكم، و#القدس', ['السلام_عليكم', 'القدس']],
    ['ב#ירושלים.', ['ירושלים']],
    ['#نمی\u200cخواهم\u200c و', ['نمی\u200cخواهم']],
    ['#bit\u200ccoin #бит\u200dкоин', ['bit', 'бит']],
    ['э#то ö#ä', []],
    ['#1 is not one', []],
    ['a#b &#39; ##c', []],
    ['https://a.example/#frag', []],
  ])('of %s', (content, hashtags) => {
    const found = segmentsOf(parse(content)).flatMap((part) => (part.type === 'hashtag' ? [part.hashtag] : []));
    expect(found).toEqual(hashtags);
  });
});

describe('custom emoji (NIP-30)', () => {
  it('are those the tags name with a web address', () => {
    const tags = [
      ['emoji', 'soap', 'https://a.example/soap.png'],
      ['emoji', 'bad', 'javascript:alert(1)'],
    ];
    expect(only('x :soap: :bad: :none:', tags)).toEqual([
      text('x '),
      { type: 'emoji', shortcode: 'soap', url: 'https://a.example/soap.png' },
      text(' :bad: :none:'),
    ]);
  });
});

describe('media', () => {
  it('stand where they are written, neighbours as one grid', () => {
    const content = 'one https://a.example/1.png\nhttps://a.example/2.jpg two https://a.example/3.mp4';
    expect(parse(content)).toEqual([
      { type: 'text', segments: [text('one')] },
      { type: 'images', images: [image('https://a.example/1.png'), image('https://a.example/2.jpg')] },
      { type: 'text', segments: [text('two')] },
      { type: 'video', video: { ...image('https://a.example/3.mp4'), type: 'video' } },
    ]);
  });

  it('carry what imeta tells of them (NIP-92)', () => {
    const imeta = [
      'imeta',
      'url https://a.example/1.png',
      'm image/png',
      'dim 300x200',
      'blurhash eVF$',
      'alt A  scenic\nphoto',
    ];
    expect(parse('https://a.example/1.png', [imeta])).toEqual([
      {
        type: 'images',
        images: [
          {
            type: 'image',
            url: 'https://a.example/1.png',
            alt: 'A scenic photo',
            mime: 'image/png',
            blurhash: 'eVF$',
            width: 300,
            height: 200,
          },
        ],
      },
    ]);
    expect(parse('', [['imeta', 'url https://a.example/9', 'm image/png', 'dim 0x-1']])).toEqual([
      { type: 'images', images: [{ ...image('https://a.example/9'), mime: 'image/png' }] },
    ]);
  });
});

describe('hostile notes', () => {
  it('never throw and lose no word', () => {
    fc.assert(
      fc.property(hostileEvent, (event) => {
        for (const block of parseContent(event)) {
          if (block.type !== 'text') continue;
          expect(block.segments.length).toBeGreaterThan(0);
          for (const segment of block.segments) {
            if (segment.type === 'link') expect(segment.url).toMatch(/^https?:\/\//);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keep every character of a text that holds no reference', () => {
    const plain = fc
      .stringMatching(/^[a-z :`@#.()\n-]{1,200}$/)
      .filter((content) => !/#[a-z]|\n\s*\n|[`]/.test(content));
    fc.assert(
      fc.property(plain, (content) => {
        const words = segmentsOf(parse(content)).map((part) => (part.type === 'text' ? part.text : '<?>'));
        expect(words.join('')).toBe(content.trim());
      }),
    );
  });

  it('of 10,000 links give a bounded number of parts and keep the rest as text', () => {
    const content = 'https://a.example/x '.repeat(3_000);
    const segments = only(content);
    expect(segments.filter(({ type }) => type === 'link')).toHaveLength(CONTENT_MAX_REFERENCES);
    expect(segments.length).toBeLessThanOrEqual(2 * CONTENT_MAX_REFERENCES + 1);
    expect(only('http://a.b '.repeat(10_000)).length).toBeLessThanOrEqual(2 * CONTENT_MAX_REFERENCES + 1);
  });

  it('of many pictures show CONTENT_MAX_MEDIA and link the others', () => {
    const blocks = parse(Array.from({ length: 100 }, (_, n) => `https://a.example/${n}.png`).join(' '));
    expect(blocks[0]?.type === 'images' && blocks[0].images).toHaveLength(CONTENT_MAX_MEDIA);
    expect(segmentsOf(blocks).filter(({ type }) => type === 'link')).toHaveLength(100 - CONTENT_MAX_MEDIA);
  });

  it('of endless length are cut', () => {
    const [segment] = only('x'.repeat(CONTENT_MAX_CHARACTERS * 2));
    expect(segment?.type === 'text' && segment.text.length).toBe(CONTENT_MAX_CHARACTERS + 1);
  });

  // Each would take hours, not milliseconds, were the time quadratic with a large factor or worse.
  it.each([
    '`',
    '``` ',
    '#',
    ':',
    'nostr:',
    'npub1',
    'https://',
    'https://(((',
    '(',
    '\u0301',
    '\n \t',
    'a',
    '\u202e',
    '@',
    'nevent1qqqq',
  ])('made of %j alone are read to the end', (part) => {
    const blocks = parse(part.repeat(Math.floor(CONTENT_MAX_CHARACTERS / part.length)));
    expect(blocks.length).toBeLessThan(CONTENT_MAX_REFERENCES);
  });
});
