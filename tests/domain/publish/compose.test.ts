import fc from 'fast-check';
import { naddrEncode, neventEncode } from 'nostr-tools/nip19';
import { describe, expect, it } from 'vitest';
import {
  composeDeletion,
  composeNote,
  composeProfile,
  composeQuote,
  composeReaction,
  composeReply,
  composeRepost,
  textTags,
  withNostrLinks,
  type Target,
} from '#domain/publish/compose.ts';
import { mediaIn } from '#domain/note/media.ts';
import { decodeIdentifier, encodeNote, encodeNpub, encodeProfile } from '#domain/protocol/identifiers.ts';
import { withClientTag } from '#domain/protocol/signer.ts';
import { REPLY_PEOPLE_MAX } from '#domain/publish/publish-limits.ts';
import { threadRefs } from '#domain/thread/thread.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { anyCharacter } from '#tests/support/fake-events.ts';

const [ann, ben, cem] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const id = (digit: string) => digit.repeat(64);
const at = { now: 1_790_000_000 };

const event = (over: Partial<Target> = {}): Target => ({
  id: id('1'),
  pubkey: ann,
  created_at: 1_780_000_000,
  kind: 1,
  tags: [],
  content: 'first',
  sig: 'f'.repeat(128),
  seenOn: ['wss://relay.example'],
  ...over,
});

const asEvent = (template: { kind: number; content: string; tags: readonly (readonly string[])[] }) =>
  event({ ...template, id: id('9'), pubkey: cem });

describe('where a note was seen', () => {
  it('is told to all only by a relay of the public network', () => {
    const seen = event({ seenOn: ['ws://192.168.1.9/', 'wss://relay.example/'] });
    for (const { tags, content } of [
      composeReply({ text: 'Yes' }, seen, cem, at),
      composeQuote({ text: 'Look' }, seen, at),
    ]) {
      expect(JSON.stringify(tags)).toContain('wss://relay.example');
      expect(JSON.stringify(tags)).not.toContain('192.168');
      const [, code] = /nostr:(nevent1\w+)/.exec(content) ?? [];
      if (code)
        expect(decodeIdentifier(code)).toMatchObject({ relays: [expect.stringContaining('wss://relay.example')] });
    }
  });
});

describe('a note', () => {
  it('[APP-07] is of kind 1 with the text as written, and names people, notes and hashtags of the text', () => {
    const text = `  See ${encodeNpub(ben)} on nostr:${encodeNote(id('2'), [], ann)} #Nuts #nuts  `;
    const note = composeNote({ text }, at);
    expect(note.kind).toBe(1);
    expect(note.created_at).toBe(at.now);
    expect(note.content).toBe(`See nostr:${encodeNpub(ben)} on nostr:${encodeNote(id('2'), [], ann)} #Nuts #nuts`);
    expect(note.tags).toContainEqual(['p', ben]);
    expect(note.tags).toContainEqual(['q', id('2'), '', ann]);
    expect(note.tags.filter(([name]) => name === 't')).toEqual([['t', 'nuts']]);
  });

  it('carries a content warning, with or without a reason (NIP-36)', () => {
    expect(composeNote({ text: 'x', warning: 'blood' }, at).tags).toContainEqual(['content-warning', 'blood']);
    expect(composeNote({ text: 'x', warning: '' }, at).tags).toContainEqual(['content-warning']);
    expect(composeNote({ text: 'x' }, at).tags).toEqual([]);
  });

  it('says what its pictures show, by their addresses as they are written (NIP-92)', () => {
    const alts = [
      { url: 'https://a.example/B%C3%A4ume.jpg', alt: ' Trees\nin fog ' },
      { url: 'https://a.example/2.jpg', alt: '\u200b' },
      { url: 'https://a.example/gone.jpg', alt: 'nowhere in the text' },
    ];
    const text = 'Look: https://A.example/Bäume.jpg, https://a.example/2.jpg';
    for (const { tags, content } of [
      composeNote({ text, alts }, at),
      composeQuote({ text, alts }, event(), at),
      composeReply({ text, alts }, event(), cem, at),
    ]) {
      const described = tags.filter(([name]) => name === 'imeta');
      expect(described).toEqual([['imeta', 'url https://A.example/Bäume.jpg', 'alt Trees in fog']]);
      expect(mediaIn({ content, tags })).toMatchObject([{ alt: 'Trees in fog' }, { alt: '' }]);
    }
  });

  it('says how large its pictures are, also where nothing is said of what they show (NIP-92)', () => {
    const [tree, cat] = ['https://a.example/tree.jpg', 'https://a.example/cat.jpg'];
    const sizes = new Map([
      [tree, '800x600'],
      ['https://a.example/gone.jpg', '1x1'],
    ]);
    const { tags, content } = composeNote({ text: `${tree} ${cat}`, alts: [{ url: cat, alt: 'A cat' }], sizes }, at);
    expect(tags).toEqual([
      ['imeta', `url ${tree}`, 'dim 800x600'],
      ['imeta', `url ${cat}`, 'alt A cat'],
    ]);
    expect(mediaIn({ content, tags })[0]).toMatchObject({ width: 800, height: 600 });
  });

  it('has no picture of what stands in code', () => {
    const tree = 'https://a.example/tree.jpg';
    const sizes = new Map([[tree, '800x600']]);
    for (const text of [`see \`${tree}\` here`, `\`\`\`\n${tree}\n\`\`\``])
      expect(composeNote({ text, alts: [{ url: tree, alt: 'A tree' }], sizes }, at).tags).toEqual([]);
    expect(composeNote({ text: `\`${tree}\` ${tree}`, sizes }, at).tags).toEqual([
      ['imeta', `url ${tree}`, 'dim 800x600'],
    ]);
  });

  it('[PUB-08] names the client unless the user does not want it', () => {
    expect(composeNote({ text: 'x' }, { ...at, client: 'Nuthatch' }).tags).toEqual([['client', 'Nuthatch']]);
  });

  it('changes no word and no link into a mention', () => {
    expect(withNostrLinks('npub1 is short, https://x.example/npub1, nostr:')).toBe(
      'npub1 is short, https://x.example/npub1, nostr:',
    );
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(withNostrLinks(text)).toBe(text);
      }),
    );
  });

  it('names people in capitals, too, but nobody where capitals and small letters mix or inside a link', () => {
    const npub = encodeNpub(ben);
    expect(composeNote({ text: `Hi NOSTR:${npub.toUpperCase()}` }, at).tags).toEqual([['p', ben]]);
    for (const text of [npub.replace('npub', 'NPUB'), `https://x.example/${npub.toUpperCase()}`, `nostr:${npub}`])
      expect(withNostrLinks(text)).toBe(text);
  });

  it('changes no id inside a web address or code', () => {
    const npub = encodeNpub(ben);
    for (const text of [`https://x.example/#${npub}`, `https://x.example/?${npub}&a=@${npub}`, `\`${npub}\``])
      expect(withNostrLinks(text)).toBe(text);
    expect(withNostrLinks(`\`\`\`\n${npub}\n\`\`\` ${npub}`)).toBe(`\`\`\`\n${npub}\n\`\`\` nostr:${npub}`);
  });

  it('does not read tags from code', () => {
    expect(textTags('`#code` and ```\n#more\n```')).toEqual([]);
  });

  it('quotes an event that no screen shows', () => {
    const picture = { id: id('4'), relays: ['wss://hint.example'], author: ben };
    expect(textTags(`nostr:${neventEncode({ ...picture, kind: 20 })}`)).toEqual([
      ['q', picture.id, 'wss://hint.example', ben],
      ['p', ben],
    ]);
    expect(textTags(`nostr:${naddrEncode({ identifier: 'x', pubkey: ben, kind: 30_023 })}`)).toEqual([]);
  });

  it('takes over the relay of an nprofile', () => {
    expect(textTags(`nostr:${encodeProfile(ben, ['wss://hint.example'])}`)).toEqual([['p', ben, 'wss://hint.example']]);
  });
});

describe('the client tag', () => {
  it('[PUB-08] is put on a template once, and not at all when it is not to be told', () => {
    const list = { kind: 10_002, created_at: 1, tags: [['r', 'wss://a.example']], content: '' };
    const named = withClientTag(list, 'Nuthatch');
    expect(named.tags).toEqual([...list.tags, ['client', 'Nuthatch']]);
    expect(withClientTag(named, 'Nuthatch')).toBe(named);
    const theirs = { ...list, tags: [['client', 'Other', '31990:x'], ...named.tags] };
    expect(withClientTag(theirs, 'Nuthatch').tags).toEqual(named.tags);
    expect(withClientTag(theirs, undefined)).toBe(theirs);
    expect(withClientTag(list, undefined)).toBe(list);
  });
});

describe('a reply', () => {
  it('to the first note of a thread has it as root (NIP-10)', () => {
    const reply = composeReply({ text: 'yes' }, event(), cem, at);
    expect(reply.tags).toEqual([
      ['e', id('1'), 'wss://relay.example', 'root', ann],
      ['p', ann],
    ]);
    expect(threadRefs(asEvent(reply))).toMatchObject({ root: { id: id('1') }, parent: { id: id('1') } });
  });

  it('to a reply keeps the root, and names everybody in the conversation but the writer', () => {
    const first = composeReply({ text: 'one' }, event(), ben, at);
    const second = event({ ...first, id: id('2'), pubkey: ben, tags: [...first.tags, ['p', cem]] });
    const reply = composeReply({ text: 'two' }, second, cem, at);
    const { root, parent } = threadRefs(asEvent(reply));
    expect([root?.id, parent?.id]).toEqual([id('1'), id('2')]);
    expect(reply.tags.filter(([name]) => name === 'p')).toEqual([
      ['p', ben],
      ['p', ann],
    ]);
  });

  it('[PUB-11] to something without id or public key fails', () => {
    expect(() => composeReply({ text: 'x' }, event({ id: '' }), cem, at)).toThrow('invalid-target');
    expect(problemText({ code: 'invalid-target' })).toBe('Invalid target event');
  });
});

it('a reply names the first of very many people, and who is answered among them', () => {
  const tags = Array.from({ length: 5_000 }, (_, n) => ['p', n.toString(16).padStart(64, '0')]);
  const reply = composeReply({ text: 'no' }, event({ tags }), cem, at);
  const people = reply.tags.filter(([name]) => name === 'p');
  expect(people).toHaveLength(REPLY_PEOPLE_MAX);
  expect(people[0]).toEqual(['p', ann]);
});

describe('a quote', () => {
  it('[PUB-03] [PUB-05] has a q tag and the reference at the end of its text', () => {
    const quote = composeQuote({ text: 'Read this' }, event(), at);
    expect(quote.kind).toBe(1);
    expect(quote.tags).toContainEqual(['q', id('1'), 'wss://relay.example', ann]);
    expect(quote.content).toBe(`Read this\n\nnostr:${encodeNote(id('1'), ['wss://relay.example'], ann)}`);
    expect(quote.tags.filter(([name]) => name === 'q')).toHaveLength(1);
  });

  it('[PUB-05] adds nothing when the text names the note already', () => {
    const text = `Look: nostr:${encodeNote(id('1'))} there`;
    expect(composeQuote({ text }, event(), at).content).toBe(text);
  });

  it('[PUB-05] knows the reference in capitals, as codes for cameras hold it, and writes it small', () => {
    for (const before of ['NOSTR:', 'nostr:', '']) {
      const text = `Look: ${before}${encodeNote(id('1')).toUpperCase()} there`;
      expect(composeQuote({ text }, event(), at).content).toBe(`Look: nostr:${encodeNote(id('1'))} there`);
    }
  });

  it('[PUB-05] adds it also where the text names another note', () => {
    const text = `Not nostr:${encodeNote(id('2'))} but this`;
    const { content } = composeQuote({ text }, event(), at);
    expect(content).toBe(`${text}\n\nnostr:${encodeNote(id('1'), ['wss://relay.example'], ann)}`);
  });

  it('[PUB-04] needs words', () => {
    for (const text of [' \n', '\u200b', '\u2800\ufe0f'])
      expect(() => composeQuote({ text }, event(), at)).toThrow('quote-empty');
    expect(problemText({ code: 'quote-empty' })).toBe('Quote repost content required');
  });

  it('[PUB-11] of something without id or public key fails', () => {
    expect(() => composeQuote({ text: 'x' }, event({ pubkey: '' }), at)).toThrow('invalid-target');
  });

  it('is no reply', () => {
    expect(threadRefs(asEvent(composeQuote({ text: 'x' }, event(), at))).parent).toBeUndefined();
  });
});

describe('a repost', () => {
  it('[PUB-02] is of kind 6, holds the event, and says where it is', () => {
    const { seenOn: _, ...original } = event();
    const repost = composeRepost(event(), at);
    expect(repost.kind).toBe(6);
    expect(JSON.parse(repost.content)).toEqual(original);
    expect(repost.tags).toEqual([
      ['e', id('1'), 'wss://relay.example'],
      ['p', ann],
    ]);
  });

  it('of an event that would be too long in another one names it alone', () => {
    const repost = composeRepost(event({ content: 'a'.repeat(65_500) }), at);
    expect(repost.content).toBe('');
    expect(repost.tags[0]).toEqual(['e', id('1'), 'wss://relay.example']);
  });

  it('of another kind is a generic one (NIP-18)', () => {
    const repost = composeRepost(event({ kind: 30_023 }), at);
    expect(repost.kind).toBe(16);
    expect(repost.tags).toContainEqual(['k', '30023']);
  });

  it('of a protected event is refused (NIP-70)', () => {
    expect(() => composeRepost(event({ tags: [['-']] }), at)).toThrow('protected');
  });

  it('[PUB-11] of something without id or public key fails', () => {
    expect(() => composeRepost(event({ id: 'x' }), at)).toThrow('invalid-target');
  });
});

describe('a reaction', () => {
  it("[PUB-01] is of kind 7 and '+' unless something else is said", () => {
    expect(composeReaction(event(), at)).toMatchObject({ kind: 7, content: '+' });
    expect(composeReaction(event(), at, '🐦').content).toBe('🐦');
    expect(composeReaction(event(), at).tags).toEqual([
      ['e', id('1'), 'wss://relay.example', ann],
      ['p', ann],
      ['k', '1'],
    ]);
  });

  it('[PUB-11] to something without id or public key fails', () => {
    expect(() => composeReaction(event({ pubkey: 'A' }), at)).toThrow('invalid-target');
  });
});

describe('a deletion', () => {
  it('names the events and their kinds (NIP-09)', () => {
    const deletion = composeDeletion([event(), event({ id: id('2') })], at);
    expect(deletion).toMatchObject({ kind: 5, content: '' });
    expect(deletion.tags).toEqual([
      ['e', id('1')],
      ['k', '1'],
      ['e', id('2')],
    ]);
  });
});

describe('a profile', () => {
  it('keeps fields and tags it does not know, and takes an emptied one out', () => {
    const newest = event({ kind: 0, content: '{"name":"ann","pet":"nuthatch","about":"x"}', tags: [['i', 'y']] });
    const next = composeProfile(newest, { name: ' Ann ', about: '' }, at);
    expect(JSON.parse(next.content)).toEqual({ name: 'Ann', pet: 'nuthatch' });
    expect(next.tags).toEqual([['i', 'y']]);
  });

  it('changes a display name also where another app wrote it under its own name', () => {
    const newest = event({ kind: 0, content: '{"displayName":"Dora Old"}' });
    const edited = (display_name: string) => JSON.parse(composeProfile(newest, { display_name }, at).content) as object;
    expect(edited('Dora')).toEqual({ display_name: 'Dora', displayName: 'Dora' });
    expect(edited('')).toEqual({});
    expect(composeProfile(newest, { name: 'n' }, at).content).toContain('"displayName":"Dora Old"');
  });

  it('comes after the newest, whatever the clock says', () => {
    expect(composeProfile(event({ kind: 0, created_at: at.now + 50 }), {}, at).created_at).toBe(at.now + 51);
  });

  it('loses no field, whatever was there', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (fields) => {
        const newest = event({ kind: 0, content: JSON.stringify(fields) });
        const next = JSON.parse(composeProfile(newest, { name: 'n' }, at).content) as object;
        expect(next).toEqual({ ...JSON.parse(JSON.stringify(fields)), name: 'n' });
      }),
    );
  });
});
