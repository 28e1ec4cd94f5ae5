import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import { textTags } from '#domain/publish/compose.ts';
import { EMPTY_DRAFT, isEmptyDraft, readDraft, writtenOut } from '#domain/publish/draft.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { hasNamesake, mentionAt, whoIsMeant } from '#domain/publish/mention.ts';
import { workAsked } from '#domain/pow/work-asked.ts';

const [ines, anna, annabel] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];
const link = (pubkey: string) => `nostr:${encodeNpub(pubkey)}`;

describe('a draft', () => {
  it('is written out with a link for each name that was chosen, the longest name first', () => {
    const mentions = [
      { name: 'Anna', pubkey: anna },
      { name: 'Anna Bel', pubkey: annabel },
      { name: 'Ines', pubkey: ines },
    ];
    expect(writtenOut({ text: '@Anna Bel and @Anna, (@Ines)', mentions })).toBe(
      `${link(annabel)} and ${link(anna)}, (${link(ines)})`,
    );
  });

  it('leaves a name alone that goes on, begins inside a word or was never chosen', () => {
    const mentions = [{ name: 'Anna', pubkey: anna }];
    const text = '@Annabel a@Anna @anna @Otto @';
    expect(writtenOut({ text, mentions })).toBe(text);
  });

  it('keeps a name that was chosen where a language has no blanks, and before the s of a genitive', () => {
    const [hana, otto] = [ines, anna];
    const mentions = [
      { name: '花子', pubkey: hana },
      { name: 'Otto', pubkey: otto },
    ];
    expect(writtenOut({ text: 'こんにちは@花子さん', mentions })).toBe(`こんにちは${link(hana)}さん`);
    expect(writtenOut({ text: '見て@Ottoの写真', mentions })).toBe(`見て${link(otto)}の写真`);
    // of scripts in which short words are put before a name
    expect(writtenOut({ text: 'و@Otto، ל@Otto', mentions })).toBe(`و${link(otto)}، ל${link(otto)}`);
    // not seen, and keeps the letter out of the code for every reader
    const genitive = writtenOut({ text: '@Ottos Bild', mentions });
    expect(genitive).toBe(`${link(otto)}\u2060s Bild`);
    expect(textTags(genitive)).toEqual([['p', otto]]);
    // a longer word, in scripts with blanks between words, is another name
    const words = [
      ['राम', 'रामायण'],
      ['علي', 'عليا'],
      ['Արամ', 'Արամայիս'],
      ['Rene', 'Rene\u0301'],
    ];
    for (const [name, word] of words) {
      const chosen = [{ name: name!, pubkey: otto }];
      expect(writtenOut({ text: `@${name}, @${word}`, mentions: chosen })).toBe(`${link(otto)}, @${word}`);
    }
    for (const text of ['@Ottosson', '@Otto1', 'x@花子']) expect(writtenOut({ text, mentions })).toBe(text);
  });

  it('changes nothing inside web addresses and code', () => {
    const mentions = [{ name: 'ada', pubkey: ines }];
    const text = 'https://medium.com/@ada, `@ada` ```\n@ada\n```';
    expect(writtenOut({ text: `${text} @ada`, mentions })).toBe(`${text} ${link(ines)}`);
  });

  it('takes a name letter by letter, whatever it is made of', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[`@]|https?:/i.test(text));
    fc.assert(
      fc.property(name, (chosen) => {
        const mentions = [{ name: chosen, pubkey: ines }];
        expect(writtenOut({ text: `To @${chosen}!`, mentions })).toBe(`To ${link(ines)}!`);
      }),
    );
  });

  it('names the people it links to', () => {
    const content = writtenOut({ text: 'Hello @Ines Okafor!', mentions: [{ name: 'Ines Okafor', pubkey: ines }] });
    expect(textTags(content)).toEqual([['p', ines]]);
  });

  it('comes back from a storage as it was, and nothing else does', () => {
    const alts = [{ url: 'https://a.example/1.jpg', alt: 'a weir' }];
    const mentions = [{ name: 'b', pubkey: ines }];
    const draft = { text: 'a', mentions, alts, warning: '', relays: ['wss://a/'], bits: 0 };
    expect(readDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(
      readDraft({ text: 'a', mentions: [{ name: '', pubkey: ines }, 1], alts: [1, { url: 'a' }], bits: -1 }),
    ).toMatchObject({
      text: 'a',
      mentions: [],
      alts: [],
      bits: undefined,
    });
    fc.assert(fc.property(fc.anything(), (value) => void readDraft(value)));
    for (const value of [null, 1, 'a', {}, { text: 1 }]) expect(readDraft(value)).toBeUndefined();
  });

  it('is empty without text and without the reason of a warning', () => {
    expect(isEmptyDraft({ ...EMPTY_DRAFT, text: ' \n', warning: ' ' })).toBe(true);
    expect(isEmptyDraft({ ...EMPTY_DRAFT, text: '\u200b', warning: '\u3164' })).toBe(true);
    expect(isEmptyDraft({ ...EMPTY_DRAFT, warning: 'spoiler' })).toBe(false);
  });
});

describe('a name that is being written', () => {
  it.each([
    ['Hello @in', { start: 6, query: 'in' }],
    ['@', { start: 0, query: '' }],
    ['(@Ín', { start: 1, query: 'Ín' }],
    ['a@in', undefined],
    ['こんにちは@花', { start: 5, query: '花' }],
    ['و@محمد', { start: 1, query: 'محمد' }],
    ['ל@דו', { start: 1, query: 'דו' }],
    ['@in ', undefined],
    ['https://x.example/@in', undefined],
    [`@${'a'.repeat(31)}`, undefined],
  ])('%s', (text, found) => {
    expect(mentionAt(text, text.length)).toEqual(found);
  });

  it('is looked for before the caret only', () => {
    expect(mentionAt('@in and so on', 3)).toEqual({ start: 0, query: 'in' });
    expect(mentionAt('@in and so on', 8)).toBeUndefined();
  });

  it('means those whose name begins so before those whose name only holds it', () => {
    const person = (pubkey: string, displayName: string, name = '') => ({ pubkey, displayName, name });
    const people = [
      person('d', 'Martin'),
      person('a', 'Otto Ines'),
      person('b', 'Ínes Okafor'),
      person('c', '', 'inesq'),
      person('e', 'Bo'),
    ];
    expect(whoIsMeant('ines', people).map(({ pubkey }) => pubkey)).toEqual(['c', 'b', 'a']);
    expect(whoIsMeant('in', people).map(({ pubkey }) => pubkey)).toEqual(['c', 'b', 'a', 'd']);
    expect(whoIsMeant('zz', people)).toEqual([]);
    expect(hasNamesake({ ...people[0]!, pubkey: 'f' }, people)).toBe(true);
    expect(hasNamesake(people[0]!, [people[0]!])).toBe(false);
  });

  it('means by an address, too, and before others those who have the very name or are followed', () => {
    const person = (pubkey: string, name: string, nip05 = '') => ({ pubkey, displayName: '', name, nip05 });
    const people = [
      person('a', 'ines'),
      person('b', 'inesita'),
      person('c', 'x', 'ines@birch.example'),
      person('d', 'inesa'),
    ];
    expect(whoIsMeant('ines', people).map(({ pubkey }) => pubkey)).toEqual(['a', 'd', 'c', 'b']);
    expect(whoIsMeant('ines', people, new Set(['b'])).map(({ pubkey }) => pubkey)).toEqual(['a', 'b', 'd', 'c']);
    expect(whoIsMeant('birch', [person('e', '', '_@birch.example')])).toHaveLength(1);
  });
});

describe('the work that relays ask for', () => {
  const said = (words: string, outcome: PublishOutcome['outcome'] = 'rejected'): PublishOutcome => ({
    relay: 'wss://a/',
    outcome,
    reason: { code: 'relay-said', words },
  });

  it.each([
    [['pow: difficulty 12 is less than 20'], 0, 20],
    [['pow: 25 bits needed', 'pow: difficulty 0>=8'], 0, undefined],
    [['pow: difficulty 0>=8', 'pow: 22 bits needed'], 8, 22],
    [['pow: more work, please'], 0, 16],
    [['pow: more work, please'], 16, 20],
    [['pow: difficulty 16 is less than 16'], 16, 17],
    [['blocked: 20 bits needed'], 0, undefined],
    [['POW: 9'], 0, 9],
  ])('%j after %d bits: %s', (reasons, before, bits) => {
    expect(
      workAsked(
        reasons.map((reason) => said(reason)),
        before,
      ),
    ).toBe(bits);
  });

  it('is not offered while a relay may have the event: with more work it is another one', () => {
    const late: PublishOutcome = { ...said(''), outcome: 'timeout', reason: { code: 'no-answer-within', seconds: 10 } };
    expect(workAsked([said('pow: 20'), late], 0)).toBeUndefined();
    expect(workAsked([said('pow: 20'), { ...late, outcome: 'offline' }], 0)).toBe(20);
  });

  it('[POW-08] is never more than 24 bits', () => {
    expect(workAsked([said('pow: 30 bits')], 0)).toBeUndefined();
    expect(workAsked([said('pow: 24 bits')], 0)).toBe(24);
    expect(workAsked([said('pow: 20', 'accepted')], 0)).toBeUndefined();
  });
});
