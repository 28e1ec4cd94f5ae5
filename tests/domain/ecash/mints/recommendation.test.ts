import { describe, expect, it } from 'vitest';
import { RECOMMENDED_MINTS_MAX, REVIEW_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import {
  announcementFilters,
  readRecommendations,
  recommendation,
  recommendationFilters,
  withdrawal,
} from '#domain/ecash/mints/recommendation.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';

const person = (number: number) => number.toString(16).padStart(64, '0');
const [ME, ANNA, BEN, STRANGER] = [1, 2, 3, 4].map(person) as [string, string, string, string];
const MINT = 'https://mint.example';
let ids = 100;

const event = (pubkey: string, tags: string[][], more: Partial<NostrEvent> = {}): NostrEvent => ({
  id: person((ids += 1)),
  pubkey,
  kind: 38_000,
  created_at: 1_000,
  tags,
  content: '',
  sig: '',
  ...more,
});
const about = (pubkey: string, url: string, content = '', more: Partial<NostrEvent> = {}) =>
  event(
    pubkey,
    [
      ['d', url],
      ['k', '38172'],
      ['u', url, 'cashu'],
    ],
    { content, ...more },
  );
const read = (events: readonly NostrEvent[]) =>
  readRecommendations({ events, follows: new Set([ANNA, BEN]), self: ME, loopback: false });

describe('mints that people recommend', () => {
  it('are counted by people, not by events, and what they say comes first', () => {
    const { mints } = read([
      about(ANNA, 'https://other.example'),
      about(ANNA, MINT),
      about(ANNA, `${MINT}/`, '', {
        tags: [
          ['d', 'again'],
          ['k', '38172'],
          ['u', `${MINT}/`],
        ],
      }),
      about(BEN, MINT, 'Two years.'),
    ]);
    expect(mints.map(({ url, by }) => [url, by.map(({ pubkey, text }) => [pubkey, text])])).toEqual([
      [
        MINT,
        [
          [BEN, 'Two years.'],
          [ANNA, ''],
        ],
      ],
      ['https://other.example', [[ANNA, '']]],
    ]);
  });

  it('are never those of strangers, however many they are', () => {
    const flood = Array.from({ length: 10_000 }, (_, at) => about(person(at + 100), `https://evil${at}.example`));
    expect(read([...flood, about(STRANGER, MINT)])).toEqual({ mints: [], mine: {} });
  });

  it('of one person are so many at most, and no address leads into the network around the device', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => about(ANNA, `https://m${at}.example`));
    expect(read(many).mints).toHaveLength(RECOMMENDED_MINTS_MAX);
    const wrong = [
      'javascript:alert(1)',
      'http://mint.example',
      'https://127.0.0.1',
      'https://192.168.1.1',
      'https://localhost',
      'https://a@mint.example',
      'fed11abc',
      '',
    ];
    expect(read(wrong.map((url) => about(ANNA, url))).mints).toEqual([]);
    const others = [
      event(ANNA, [
        ['d', 'x'],
        ['k', '38173'],
        ['u', MINT],
      ]),
      event(ANNA, [
        ['d', 'x'],
        ['u', MINT],
      ]),
      event(ANNA, [
        ['d', 'x'],
        ['k', '38172'],
        ['u', MINT, 'fedimint'],
      ]),
      about(ANNA, MINT, '', { kind: 38_001 }),
    ];
    expect(read(others).mints).toEqual([]);
  });

  it('are read in the newest version, and not when they were taken back', () => {
    const [old, fresh] = [about(ANNA, MINT, 'good'), about(ANNA, MINT, 'bad', { created_at: 2_000 })];
    expect(read([fresh, old]).mints[0]!.by).toMatchObject([{ text: 'bad', at: 2_000 }]);
    const back = (tags: string[][], by = ANNA, at = 3_000) => event(by, tags, { kind: 5, created_at: at });
    expect(read([fresh, back([['e', fresh.id]])]).mints).toEqual([]);
    expect(read([fresh, back([['a', `38000:${ANNA}:${MINT}`]])]).mints).toEqual([]);
    expect(read([fresh, back([['a', `38000:${ANNA}:${MINT}`]], ANNA, 1_500)]).mints).toHaveLength(1);
    expect(read([fresh, back([['e', fresh.id]], BEN)]).mints).toHaveLength(1);
  });

  it('have reviews that are calm and short', () => {
    const { mints } = read([about(ANNA, MINT, `\u202e${'a'.repeat(9_000)}`)]);
    expect(mints[0]!.by[0]!.text).toHaveLength(REVIEW_MAX_CHARACTERS + 1);
    expect(mints[0]!.by[0]!.text).not.toContain('\u202e');
  });

  it('may be named by the announcement of the mint, which is asked for then', () => {
    const announced = `38172:${STRANGER}:key`;
    const named = event(ANNA, [
      ['d', 'key'],
      ['k', '38172'],
      ['a', announced, 'wss://relay.example'],
    ]);
    expect(announcementFilters([named], false)).toMatchObject([
      { kinds: [38_172], authors: [STRANGER], '#d': ['key'] },
    ]);
    expect(announcementFilters([about(ANNA, MINT)], false)).toEqual([]);
    const announcement = event(
      STRANGER,
      [
        ['d', 'key'],
        ['u', MINT],
      ],
      { kind: 38_172 },
    );
    expect(read([named, announcement]).mints).toMatchObject([{ url: MINT }]);
    expect(read([named]).mints).toEqual([]);
  });

  it('of the user are told apart, and what is published reads as what was meant', () => {
    const template = recommendation({ url: MINT, name: 'key', text: ' fine ' }, { now: 5, client: 'Nuthatch' });
    const signed = event(ME, template.tags as string[][], { content: template.content, created_at: 5 });
    const { mints, mine } = read([signed]);
    expect([mints, mine[MINT]]).toMatchObject([[], { text: 'fine', at: 5 }]);
    const gone = withdrawal(mine[MINT]!, 'key', { now: 6 });
    const taken = event(ME, gone.tags as string[][], { kind: gone.kind, created_at: 6 });
    expect(read([signed, taken]).mine).toEqual({});
  });

  it('are asked for of so many people at once, and of no more than relays take', () => {
    const filters = recommendationFilters(Array.from({ length: 5_000 }, (_, at) => person(at)));
    expect(filters).toHaveLength(8);
    expect(Math.max(...filters.map(({ authors }) => authors!.length))).toBe(500);
  });
});
