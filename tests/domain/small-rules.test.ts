import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { calmLine, calmText, cutText, isBlank } from '#domain/text/calm-text.ts';
import { displayNameEntry, isFresh, mayAsk } from '#domain/profile/display-name.ts';
import { addHashtags } from '#domain/feed/add-hashtags.ts';
import { hashtagFilter, normaliseHashtag, stillOffered } from '#domain/feed/chosen-hashtags.ts';
import { isReplaceableKind, KIND } from '#domain/protocol/kinds.ts';
import { DEFAULT_RELAYS } from '#domain/relays/default-relays.ts';
import { coverOf, isSensitive } from '#domain/feed/nsfw.ts';
import { compactCount, countedIn, pluralPick, wholeNumber } from '#domain/text/numbers.ts';
import { committedPow, powBits } from '#domain/pow/pow.ts';
import { absoluteTime, isoTime, relativeTime } from '#domain/note/time.ts';
import { COMBINING_MARKS_MAX } from '#domain/text/text-limits.ts';
import { safeWebUrl } from '#domain/text/web-url.ts';

import { fakeEvent, hex, hostileText } from '#tests/support/fake-events.ts';

describe('constants', () => {
  it('[APP-13] name the event kinds', () => {
    expect(KIND).toMatchObject({
      metadata: 0,
      textNote: 1,
      contacts: 3,
      encryptedDirectMessage: 4,
      deletion: 5,
      repost: 6,
      reaction: 7,
      longFormArticle: 30_023,
      zapRequest: 9_734,
      zap: 9_735,
      muteList: 10_000,
      relayList: 10_002,
      bookmarkList: 10_003,
      httpAuth: 27_235,
    });
    expect([0, 3, 10_000, 10_002, 19_999].every(isReplaceableKind)).toBe(true);
    expect([1, 4, 6, 7, 9_735, 20_000, 30_023].some(isReplaceableKind)).toBe(false);
  });

  it('[RELAY-05] ship five default relays: three readwrite, one write only, one indexer', () => {
    const uses = DEFAULT_RELAYS.entries.map(({ permission }) => permission);
    expect(uses).toEqual(['readwrite', 'readwrite', 'readwrite', 'write', 'indexer']);
    expect(new Set(DEFAULT_RELAYS.entries.map(({ url }) => url)).size).toBe(5);
  });

  it('[RELAY-06] ship one more relay for profiles', () => {
    expect(DEFAULT_RELAYS.profile).toHaveLength(1);
    expect(DEFAULT_RELAYS.entries.map(({ url }) => url)).not.toContain(DEFAULT_RELAYS.profile[0]);
  });
});

describe('calm text', () => {
  it('stays readable in every script', () => {
    const fine = 'Ünïcode, สวัสดีครับ, नमस्ते, 日本語, مرحبا\u200f, 👩‍👩‍👧🏳️‍🌈 1️⃣\n\nend';
    expect(calmText(fine)).toBe(fine);
  });

  it('is calm already the second time, and holds nothing that disturbs', () => {
    const marks = new RegExp(`\\p{M}{${COMBINING_MARKS_MAX + 1}}`, 'u');
    fc.assert(
      fc.property(hostileText, (text) => {
        const calm = calmText(text);
        expect(calmText(calm)).toBe(calm);
        expect(calm.isWellFormed()).toBe(true);
        expect(calm).not.toMatch(/[\u202a-\u202e\u2066-\u2069\0\r]|\n\s*\n\s*\n\S/);
        expect(calm).not.toMatch(marks);
      }),
    );
  });

  it('on one line is bounded and without invisible characters', () => {
    expect(calmLine(' a\n\u200b\u3164b\t c ', 10)).toBe('a b c');
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 30 }), (text, max) => {
        const line = calmLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max + 1);
        expect(line).not.toContain('\n');
      }),
    );
  });

  it('is blank where nothing of it is seen, and no line then', () => {
    const unseen = ['', ' \n', '\0', '\u200b', '\u200d', '\u200e', '\ufe0f', '\u0301', '\u2800', '\u3164', '\uffa0'];
    for (const text of [
      ...unseen,
      ...unseen.map((one) => ` ${one}${one} `),
      '\u{e0020}',
      '\u{e0101}',
      unseen.join(''),
    ]) {
      expect(isBlank(text)).toBe(true);
      expect(calmLine(text, 10)).toBe('');
    }
    for (const text of [
      'a',
      '.',
      '1\ufe0f\u20e3',
      '❤\ufe0f',
      '👩\u200d🌾',
      '🏴\u{e0067}\u{e0062}\u{e007f}',
      'می\u200cخواهم',
    ]) {
      expect(isBlank(text)).toBe(false);
      expect(calmLine(text, 20)).toBe(text);
    }
    // what is cut off is not seen either
    expect(calmLine(`${'\u200d'.repeat(10)}a`, 10)).toBe('');
  });

  it('is cut between characters', () => {
    expect(cutText('ab😀', 3)).toBe('ab…');
    expect(cutText('ab😀', 4)).toBe('ab😀');
  });
});

describe('web URLs', () => {
  it('are http or https without credentials', () => {
    expect(safeWebUrl(' HTTPS://A.example/x ')).toBe('https://a.example/x');
    for (const text of [
      'javascript:alert(1)',
      'java\nscript:x',
      '//a.example',
      'https://u:p@a.example',
      'https://',
      '',
    ]) {
      expect(safeWebUrl(text)).toBe('');
    }
    expect(safeWebUrl(`https://a.example/${'x'.repeat(3_000)}`)).toBe('');
  });
});

describe('display names', () => {
  const entry = { timestamp: 1_000 };
  const DAY = 86_400_000;

  it('[NAME-01] remember pubkey, displayName, name, timestamp and createdAt', () => {
    const metadata = {
      name: 'alice',
      display_name: 'Alice',
      picture: '',
      about: '',
      nip05: '',
      website: '',
      banner: '',
      lud16: '',
      lud06: '',
      createdAt: 7,
    };
    expect(displayNameEntry(hex(5), metadata, 9)).toEqual({
      pubkey: hex(5),
      displayName: 'Alice',
      name: 'alice',
      timestamp: 9,
      createdAt: 7,
    });
  });

  it('[NAME-03] hold for 7 days', () => {
    expect(isFresh(entry, 1_000 + 7 * DAY - 1)).toBe(true);
    expect(isFresh(entry, 1_000 + 7 * DAY)).toBe(false);
    expect(isFresh(entry, 999)).toBe(false);
  });

  it('[NAME-06] are asked for again after fewer than 3 failures, more than 30 s after the last', () => {
    const failed = (failures: number) => ({ status: 'failed', failures, lastAttempt: 0 }) as const;
    expect(mayAsk(failed(2), 30_001)).toBe(true);
    expect(mayAsk(failed(2), 30_000)).toBe(false);
    expect(mayAsk(failed(3), 30_001)).toBe(false);
    expect(mayAsk(undefined, 1)).toBe(true);
  });
});

describe('hashtags', () => {
  it('lose the leading #, blank ones and duplicates in any case', () => {
    expect(normaliseHashtag(' ##Nostr ')).toBe('Nostr');
  });

  it('[SET-08] [SET-09] [SET-10] are added without #, blank ones left out, those that are there refused in any case', () => {
    const list = ['Bitcoin', 'Vögel'];
    expect(addHashtags(list, '##News')).toMatchObject({ hashtags: [...list, 'News'], added: ['News'] });
    for (const text of ['', ' ', '#', '# ', ' ,; '])
      expect(addHashtags(list, text)).toMatchObject({ hashtags: list, known: [] });
    for (const text of ['BITCOIN', '#bitcoin', 'VO\u0308GEL', 'vögel']) {
      const outcome = addHashtags(list, text);
      expect(outcome.hashtags).toBe(list);
      expect(outcome).toMatchObject({ added: [], known: [text.replace('#', '')] });
    }
  });

  it('[SET-08] lose only leading #, and several that run together are told apart by theirs', () => {
    const added = (text: string) => addHashtags([], text).added;
    expect(added('C# #F# a#b #x##y ＃鳥 ##')).toEqual(['C#', 'F#', 'a#b', 'x', 'y', '鳥']);
  });

  it('[SET-09] [SET-10] what nobody sees makes no hashtag, and no second one of one that is there', () => {
    for (const unseen of [
      '\u200B',
      '\u2060',
      '\u00AD',
      '\u2800',
      '\u3164',
      '\uFFA0',
      '\u200D',
      '\uFE0F',
      '\u{E0020}',
      '\0',
    ]) {
      for (const text of [unseen, `#${unseen}`, `${unseen}#${unseen}`])
        expect(addHashtags(['Bitcoin'], text)).toMatchObject({ added: [], known: [] });
      if (unseen !== '\uFE0F') expect(addHashtags(['Bitcoin'], `#Bitcoin${unseen}`).added).toEqual([]);
    }
    // joiners and variants inside a word are what notes have, too
    const words = ['می\u200Cخواهم', '👩\u200D🌾', '❤\uFE0F'];
    expect(addHashtags([], words.join(' ')).added).toEqual(words);
  });

  it('are added from a list, in any script, each once, none too long', () => {
    const { hashtags, added, known, tooLong } = addHashtags(
      ['News'],
      `#鳥, #птицы;birds\n#Birds news ${'a'.repeat(101)}`,
    );
    expect(hashtags).toEqual(['News', '鳥', 'птицы', 'birds']);
    expect([added, known, tooLong]).toEqual([['鳥', 'птицы', 'birds'], ['Birds', 'news'], ['a'.repeat(101)]]);
  });

  it('stay distinct in any case, without white space or a leading #, whatever is added', () => {
    const text = fc.string({
      unit: fc.constantFrom('#', ' ', ',', '\u200B', '\u200D', 'a', 'A', 'ß', 'é', 'e\u0301', '鳥', '\n'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const list = texts.reduce<readonly string[]>((known, typed) => addHashtags(known, typed).hashtags, []);
        const folded = list.map((hashtag) => hashtag.normalize('NFC').toLowerCase());
        expect(new Set(folded).size).toBe(list.length);
        for (const hashtag of list) expect(hashtag).toMatch(/^[^\s#,;][^\s,;]*$/u);
        for (const typed of texts) expect(addHashtags(list, typed).hashtags).toBe(list);
      }),
    );
  });

  it('filter by the lower-cased tags', () => {
    expect(hashtagFilter(['Bitcoin', '#Nostr', 'BITCOIN', ' '])).toEqual(['bitcoin', 'nostr']);
  });

  it('[FEED-09] limit a feed as long as they are offered, however they are written', () => {
    const chosen = ['nostr', 'news'];
    expect(stillOffered(chosen, ['#News', 'Nostr'])).toBe(chosen);
    expect(stillOffered(chosen, ['Nostr'])).toEqual(['nostr']);
    expect(stillOffered(['nostr'], [])).toEqual([]);
  });
});

describe('sensitive notes', () => {
  const hidden = (content: string, tags: string[][] = []) => isSensitive({ content, tags });

  it('[FEED-08] are hidden by a content warning, with its reason', () => {
    expect(hidden('x', [['content-warning', 'gore \u202ehere']])).toEqual({ hidden: true, reason: 'gore here' });
    expect(hidden('x', [['content-warning']])).toEqual({ hidden: true, reason: '' });
    expect(hidden('x', [['l', 'nudity', 'content-warning']]).hidden).toBe(true);
  });

  it('[FEED-08] are hidden by a hashtag or a word that says so', () => {
    expect(hidden('x', [['t', 'NSFW']])).toEqual({ hidden: true, reason: '#NSFW' });
    for (const written of ['#nsfw', ' nsfw', 'nsfw\n', '## nsfw ', '\uff03nsfw', '\uff4e\uff53\uff46\uff57'])
      expect(hidden('x', [['t', written]])).toEqual({ hidden: true, reason: '#nsfw' });
    for (const content of ['so nsfw!', '#NSFW', 'Porn.', '(hentai)']) expect(hidden(content).hidden).toBe(true);
  });

  it('are covered when their author warns, and hidden for good by a hashtag or a word, warning or not', () => {
    const warning = ['content-warning', 'gore'];
    expect(coverOf({ content: 'x', tags: [warning] })).toEqual({ kind: 'warning', reason: 'gore' });
    expect(coverOf({ content: 'x', tags: [['l', 'nudity', 'content-warning']] })?.kind).toBe('warning');
    expect(coverOf({ content: 'x', tags: [warning, ['t', 'nsfw']] })).toEqual({ kind: 'nsfw', reason: '#nsfw' });
    expect(coverOf({ content: 'nsfw', tags: [warning] })?.kind).toBe('nsfw');
    expect(coverOf({ content: 'x', tags: [['l', 'en', 'language']] })).toBeUndefined();
  });

  it('[FEED-08] are not found where there are none', () => {
    for (const content of ['', 'popcorn', 'capornic', 'Essex', 'love you xxx', 'nsfwish_', 'l’orchidée']) {
      expect(hidden(content, [['t', 'nostr']])).toEqual({ hidden: false, reason: '' });
    }
  });
});

describe('numbers', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [999, '999'],
    [1_000, '1k'],
    [2_149, '2.1k'],
    [14_000, '14k'],
    [38_299, '38.2k'],
    [382_900, '382k'],
    [999_999, '999k'],
    [1_200_000, '1.2M'],
    [3_000_000_000, '3B'],
    [-5, '0'],
    [Number.NaN, '0'],
  ])('%d is %s', (count, text) => expect(compactCount(count, 'en')).toBe(text));

  it('are grouped in little room as anywhere', () => {
    const quick = [100, 1_000, 5_000, 10_000].map((count) => compactCount(count, 'de'));
    expect(quick).toEqual(['100', '1.000', '5.000', '10.000']);
    expect(quick).toEqual([100, 1_000, 5_000, 10_000].map((count) => wholeNumber(count, 'de')));
  });

  it('count in words', () => {
    const replies = (count: number) => countedIn('en')(count, { one: 'reply', other: 'replies' });
    expect([replies(1), replies(0), replies(2_100)]).toEqual(['1 reply', '0 replies', '2.1k replies']);
    const antworten = (count: number) => countedIn('de')(count, { one: 'Antwort', other: 'Antworten' });
    expect([antworten(1), antworten(2_140), antworten(1_200_000)]).toEqual([
      '1 Antwort',
      '2.140 Antworten',
      '1,2\u00a0Mio. Antworten',
    ]);
  });

  it('words by the plural rules of the language', () => {
    const notes = { one: 'запись', few: 'записи', other: 'записей' };
    expect([1, 3, 5, 21].map((count) => pluralPick('ru')(count, notes))).toEqual([
      'запись',
      'записи',
      'записей',
      'запись',
    ]);
  });

  it('with all their digits', () => {
    expect([wholeNumber(1_234.56, 'en'), wholeNumber(1_234.56, 'en', 1), wholeNumber(1_234.56, 'de', 1)]).toEqual([
      '1,235',
      '1,234.6',
      '1.234,6',
    ]);
  });
});

describe('proof of work (NIP-13)', () => {
  it.each([
    ['000006d8c378af1779d2feebc7603a125d99eca0ccf1085959b307f64e5dd358', 21],
    ['000000000e9d97a1ab09fc381030b346cdd7a142ad57e6df0b46dc9bef6c7e2d', 36],
    ['002f'.padEnd(64, '0'), 10],
    ['8'.padEnd(64, '0'), 0],
    ['0'.repeat(64), 256],
  ])('of %s is %d bits', (id, bits) => expect(powBits(id)).toBe(bits));

  const credited = (nonce: string[][]) =>
    committedPow(fakeEvent({ id: '000006d8c378af1779d2feebc7603a125d99eca0ccf1085959b307f64e5dd358', tags: nonce }));

  it('is credited up to what the nonce tag committed to', () => {
    expect(credited([['nonce', '776797', '20']])).toBe(20);
    expect(credited([['nonce', '776797', '30']])).toBe(21);
    for (const tags of [[], [['nonce', '1']], [['nonce', '1', 'x']], [['nonce', '1', '0']]]) {
      expect(credited(tags)).toBeUndefined();
    }
  });
});

describe('times', () => {
  const NOW_S = Date.UTC(2025, 5, 15, 12) / 1000;
  const ago = (seconds: number) => relativeTime(NOW_S - seconds, NOW_S * 1000, 'en-US');

  it('are short at first, then a date', () => {
    expect([ago(-500), ago(0), ago(59), ago(240), ago(7_200), ago(3 * 86_400)]).toEqual(['', '', '', '4m', '2h', '3d']);
    expect(ago(20 * 86_400)).toBe('May 26');
    expect(ago(400 * 86_400)).toBe('May 11, 2024');
  });

  it('are told in full and for machines', () => {
    expect(absoluteTime(NOW_S, 'en-US')).toContain('June 15, 2025');
    expect(isoTime(NOW_S)).toBe('2025-06-15T12:00:00.000Z');
    expect([isoTime(1e300), absoluteTime(1e300, 'en'), isoTime(Number.NaN)]).toEqual(['', '', '']);
  });
});
