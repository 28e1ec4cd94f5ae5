import type { NostrEvent } from '#domain/protocol/event.ts';
import { writeRepost } from './engagement.ts';
import { writeForgedZaps } from './forged-zaps.ts';
import { addressesOf } from './people.ts';
import type { Draft } from './signer.ts';
import type { Posted, World } from './world.ts';

const DAY = 86_400;
const HUGE = 200_000;

/**
 * An event meant to do harm. `sound` is true when id, signature and types are right and only the content is nasty;
 * the others must never be shown. `on` lists the relays that have it, by their place in RELAY_PLANS.
 */
export type HostileEvent = {
  readonly what: string;
  readonly sound: boolean;
  readonly event: NostrEvent;
  readonly on: readonly number[];
};

const MARKUP = '<img src=x onerror="document.title=1"><script>alert(1)</script><b>bold</b>&lt;';
const STRANGE = 'Z̸̢͎̈́a̷͚̿l̴̡͝g̶̬̈́ö̷́ͅ ' + 'e'.concat('\u0301\u0316\u0334\u0489'.repeat(40)) + ' \u202Etxet desrever\u202C';

/** Flips one character of a hex string. */
const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

const broken = (what: string, event: unknown, on: number[] = [2]): HostileEvent => ({
  what,
  sound: false,
  event: event as NostrEvent,
  on,
});

/** Copies of real notes that somebody tampered with: the signature, the content, the author or the id is wrong. */
function forgeries(world: World, notes: readonly Posted[], count: number): HostileEvent[] {
  const mallory = world.signer.keyOf('mallory');
  return world.chance.sample(notes, count).map(({ event }, index) => {
    const at = event.created_at + 30 + world.chance.below(900);
    const draft: Draft = { kind: 1, at, content: `Forged: ${event.content}` };
    const own = world.post(mallory, draft);
    const on = index % 4 === 0 ? [0, 2] : [2];
    switch (index % 4) {
      case 0:
        return broken('forged signature', { ...own, sig: flip(own.sig) }, on);
      case 1:
        return broken('content changed after signing', { ...own, content: `${own.content} Send me your keys.` }, on);
      case 2:
        return broken('signed by another key', { ...own, pubkey: event.pubkey }, on);
      default:
        return broken('wrong id', { ...own, id: flip(own.id) }, on);
    }
  });
}

/** Rows that are not events at all: fields missing or of the wrong type. */
function malformed(world: World, at: number): HostileEvent[] {
  const make = (name: string): NostrEvent => world.post(world.signer.keyOf('mallory'), { kind: 1, at, content: name });
  return [
    broken('no signature', { ...make('no signature'), sig: '' }),
    broken('tags are null', { ...make('null tags'), tags: null }),
    broken('tags hold numbers and nulls', { ...make('odd tags'), tags: [['e'], ['p', null], ['t', 5], 'x', []] }),
    broken('content is an object', { ...make('object'), content: { text: 'object' } }),
    broken('created_at is text', { ...make('text time'), created_at: 'soon' }),
    broken('created_at is a fraction', { ...make('fraction'), created_at: at + 0.5 }),
    broken('author in capitals', { ...make('capitals'), pubkey: make('capitals').pubkey.toUpperCase() }),
    broken('short id', { ...make('short'), id: 'abc' }),
  ];
}

/** Profiles that attack whoever shows them. */
function nastyProfiles(world: World, at: number): HostileEvent[] {
  const ines = addressesOf(world.member('ines'), world.mediaUrl);
  const all = (value: unknown) =>
    Object.fromEntries(
      ['name', 'display_name', 'about', 'picture', 'banner', 'website', 'nip05', 'lud16'].map((key) => [key, value]),
    );
  const contents: [string, string][] = [
    ['markup in every profile field', JSON.stringify(all(MARKUP))],
    ['profile fields of wrong types', JSON.stringify({ name: 42, picture: { a: 1 }, about: ['x'], nip05: false })],
    ['profile is not JSON', '{name: oops'],
    ['profile is null', 'null'],
    ['profile with combining marks', JSON.stringify({ name: STRANGE, about: STRANGE })],
    [
      'profile with script links',
      JSON.stringify({
        name: 'Link',
        picture: 'javascript:alert(1)',
        website: 'javascript:alert(1)',
        banner: 'data:text/html,x',
      }),
    ],
    [
      'impostor',
      JSON.stringify({ name: 'ines', display_name: 'Ines Okafor', picture: ines.picture, nip05: ines.nip05 }),
    ],
    ['profile of 100 kB', JSON.stringify({ name: 'n'.repeat(50_000), about: 'a'.repeat(50_000) })],
  ];
  return contents.flatMap(([what, content], index) => {
    const key = world.signer.keyOf(`nasty ${what}`);
    const note = world.post(key, { kind: 1, at: at - index * 3_000, content: `Hello, I am the ${what}.` });
    return [
      { what, sound: true, event: world.post(key, { kind: 0, at: at - DAY, content }), on: [0, 1, 2, 4, 5] },
      { what: `note: ${what}`, sound: true, event: note, on: [2] },
    ];
  });
}

/** Well signed notes with nasty content. */
function nastyNotes(world: World, at: number, target: Posted): HostileEvent[] {
  const key = world.signer.keyOf('mallory');
  const nasty = (what: string, draft: Partial<Draft>, on: number[] = [1, 2]): HostileEvent => ({
    what,
    sound: true,
    event: world.post(key, { kind: 1, at, ...draft }),
    on,
  });
  const forged = { ...target.event, content: 'I never wrote this.' };
  const note = target.event;
  return [
    nasty('content of 200 kB', { content: 'A very long note. '.repeat(HUGE / 18) }, [2]),
    nasty('one word of 200 kB', { at: at - 7, content: 'a'.repeat(HUGE) }, [2]),
    nasty('markup', {
      content: MARKUP,
      tags: [
        ['t', MARKUP],
        ['subject', MARKUP],
        ['content-warning', MARKUP],
      ],
    }),
    nasty('combining marks', { content: STRANGE }),
    nasty('script links', {
      content: 'javascript:alert(1) data:text/html,<script>1</script> http://[ nostr:npub1broken',
    }),
    nasty('2,000 tags', { content: 'Many tags', tags: Array.from({ length: 2_000 }, (_, n) => ['t', `tag${n}`]) }),
    nasty('bad references', {
      content: 'Bad references',
      tags: [['e', 'not hex'], ['p', ''], ['q'], ['a', '::'], ['e', '00'.repeat(32), '', 'root']],
    }),
    nasty('400 pictures', {
      content: Array.from({ length: 400 }, (_, n) => `${world.mediaUrl}/art/none-${n}.jpg`).join('\n'),
    }),
    nasty('20,000 paragraphs', {
      content: Array.from({ length: 20_000 }, () => 'x')
        .join('\n\n')
        .concat(' the end'),
    }),
    nasty(
      '9,000 relays',
      {
        kind: 10_002,
        tags: Array.from({ length: 9_000 }, (_, n) => ['r', `wss://none-${n}.example`]),
      },
      [0, 1, 2, 4],
    ),
    nasty('empty', { content: '' }),
    nasty('dated in three days', { at: at + 4 * DAY, content: 'Greetings from the future' }, [2]),
    nasty('dated in a year', { at: at + 366 * DAY, content: 'Greetings from far away' }, [2]),
    nasty('dated 1970', { at: 1, content: 'Greetings from the past' }),
    nasty('repost of a forgery', {
      kind: 6,
      at: note.created_at + 60,
      content: JSON.stringify(forged),
      tags: [
        ['e', note.id],
        ['p', note.pubkey],
      ],
    }),
    nasty('repost of nonsense', { kind: 6, content: '{"id":1', tags: [['e', 'ff'.repeat(32)]] }),
    ...writeForgedZaps(world, note, note.created_at + 90).map(([what, event]) => ({
      what,
      sound: true,
      event,
      on: [1, 2],
    })),
    nasty('contacts of nonsense', { kind: 3, tags: [['p'], ['p', 'xyz'], ['p', key.pubkey, 'ws://[', MARKUP]] }),
    nasty('reaction of 10 kB', {
      kind: 7,
      content: '🔥'.repeat(5_000),
      tags: [
        ['e', note.id],
        ['p', note.pubkey],
      ],
    }),
    {
      what: 'repost of a repost',
      sound: true,
      event: writeRepost(world, world.post(key, { kind: 6, at, tags: [['e', note.id]] }), key, at, true),
      on: [2],
    },
  ];
}

/** All hostile events: about one forgery per fifty notes, and one of each other sort. `at` is seconds. */
export function writeHostile(world: World, notes: readonly Posted[], at: number): HostileEvent[] {
  const target = notes.find((posted) => posted.depth === 0 && posted.event.created_at < at - DAY) ?? notes[0];
  if (!target) return [];
  const shadowed = { ...target.event, content: 'This is not what the signature says.' };
  return [
    broken('forged copy with the id of a real note, on the quickest relay', shadowed, [0]),
    ...forgeries(world, notes, Math.max(4, Math.round(notes.length / 50))),
    ...malformed(world, at),
    ...nastyProfiles(world, at),
    ...nastyNotes(world, at, target),
  ];
}
