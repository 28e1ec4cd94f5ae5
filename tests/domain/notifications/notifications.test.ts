import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTIFICATIONS_MAX } from '#domain/notifications/notifications-limits.ts';
import { groupNotifications, objectOf } from '#domain/notifications/notification-groups.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import {
  glowTier,
  isDislike,
  NOTIFICATION_TYPES,
  notificationFilters,
  notificationOf,
  shownNotifications,
  unmutedNotifications,
  unreadCount,
  withNotifications,
  type NotificationSettings,
} from '#domain/notifications/notifications.ts';
import { muteRules } from '#domain/social/mute-rules.ts';
import { fakeEvent, hex, hostileEvent } from '#tests/support/fake-events.ts';

const ME = hex(0xe);
const ANA = hex(0xa);
const BEN = hex(0xb);
const NOTE = hex(100);
const AT = 1_700_000_000;
const NOW = (AT + 60) * 1_000;
const DAY_S = 86_400;
const READER = { me: ME, now: NOW };
const HEARING_ALL = Object.fromEntries(
  NOTIFICATION_TYPES.map((type) => [type, false]),
) as NotificationSettings['mutes'];

let nextId = 1_000;
const about = (kind: number, tags: string[][], fields: Partial<NostrEvent> = {}) =>
  fakeEvent({ id: hex((nextId += 1)), pubkey: ANA, created_at: AT, kind, tags, ...fields });
const named = (kind: number, tags: string[][] = [], fields: Partial<NostrEvent> = {}) =>
  about(kind, [...tags, ['p', ME]], fields);
const like = (pubkey: string, fields: Partial<NostrEvent> = {}) =>
  named(7, [['e', NOTE]], { pubkey, content: '+', ...fields });
const asked = { kind: 9734, pubkey: BEN, content: 'for the feeder', created_at: AT };
const zap = (request: Partial<NostrEvent> | { tags?: string[][] } = {}, tags = [['e', NOTE]], receipt = {}) => {
  const description = JSON.stringify({ id: hex((nextId += 1)), ...asked, tags: [['p', ME], ...tags], ...request });
  return named(9735, [...tags, ['bolt11', 'lnbc210n1pabc'], ['description', description]], receipt);
};
const typeOf = (event: NostrEvent) => notificationOf(event, READER)?.type;
const collect = (events: readonly NostrEvent[], now = NOW) => withNotifications([], events, { me: ME, now });
const ids = (notifications: readonly { event: NostrEvent }[]) => notifications.map(({ event }) => event.id);

describe('what an event tells the user', () => {
  it('[NOTIF-01] has a type, an actor, a time and the event', () => {
    const event = like(BEN);
    expect(notificationOf(event, READER)).toMatchObject({ type: 'like', actor: BEN, created_at: AT, event });
  });

  it('[NOTIF-04] a kind 7 event is a like, of the last note it names', () => {
    const event = named(7, [
      ['e', hex(99)],
      ['e', NOTE, 'wss://relay.example'],
    ]);
    expect(notificationOf(event, READER)).toMatchObject({
      type: 'like',
      subject: { id: NOTE, relays: ['wss://relay.example'] },
      own: true,
    });
  });

  it('tells a dislike from a like', () => {
    const contents = ['-', ' - ', '+', '', '🤙'];
    expect(contents.map((content) => isDislike(notificationOf(like(ANA, { content }), READER)!))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('tells a like of a note by somebody else from one of the own note', () => {
    const event = about(7, [
      ['e', NOTE],
      ['p', ME],
      ['p', BEN],
    ]);
    expect(notificationOf(event, READER)).toMatchObject({ own: false });
  });

  it('[NOTIF-05] a kind 1 event with an e tag is a reply', () => {
    expect(typeOf(named(1, [['e', NOTE]]))).toBe('reply');
  });

  it('[NOTIF-06] a kind 1 event without an e tag is a mention, also one that quotes', () => {
    expect(typeOf(named(1))).toBe('mention');
    expect(typeOf(named(1, [['q', NOTE]]))).toBe('mention');
    expect(typeOf(named(1, [['e', 'no id']]))).toBe('mention');
  });

  it('[NOTIF-07] a kind 6 event is a repost', () => {
    expect(notificationOf(named(6, [['e', NOTE]]), READER)).toMatchObject({
      type: 'repost',
      subject: { id: NOTE },
      own: true,
    });
  });

  it('[NOTIF-08] a kind 9735 event is a zap by the author of the embedded request', () => {
    expect(notificationOf(zap(), READER)).toMatchObject({
      type: 'zap',
      actor: BEN,
      subject: { id: NOTE },
      comment: 'for the feeder',
    });
    expect(notificationOf(zap({}, []), READER)).toMatchObject({ type: 'zap', subject: undefined });
  });

  it('[NOTIF-08] a zap has an amount only where its provider may attest the payment', () => {
    expect(notificationOf(zap(), READER)).toMatchObject({ sats: 0 });
    const acceptsZap = ({ provider }: { provider: string }) => provider === ANA;
    expect(notificationOf(zap(), { ...READER, acceptsZap })).toMatchObject({ sats: 21 });
    expect(notificationOf(zap({}, [], { pubkey: BEN }), { ...READER, acceptsZap })).toMatchObject({ sats: 0 });
  });

  it('[NOTIF-08] a zap is told once, at the time of its request, whoever quotes it again', () => {
    const request = { id: hex(7), created_at: AT - 30 };
    const again = [zap(request), zap(request, [['e', NOTE]], { pubkey: BEN, created_at: AT + 50 })];
    expect(collect(again)).toMatchObject([{ created_at: AT - 30 }]);
    expect(withNotifications(collect(again.slice(1)), again, READER)).toHaveLength(1);
    expect(collect([zap({ created_at: AT - DAY_S }, [['e', NOTE]], { created_at: AT })])).toEqual([]);
  });

  it('[NOTIF-08] a receipt that does not agree with its request is nothing', () => {
    expect(notificationOf(zap({ tags: [['p', ANA]] }), READER)).toBeUndefined();
    // paid to somebody else, and the user is only named besides
    const { tags, ...others } = zap({ tags: [['p', ANA]] }, []);
    const receipt = { ...others, tags: [['p', ANA], ...tags] };
    expect(notificationOf(receipt, READER)).toBeUndefined();
    expect(notificationOf(receipt, { me: ANA, now: NOW })).toMatchObject({ type: 'zap', actor: BEN });
    expect(notificationOf(named(9735, [['e', NOTE]]), READER)).toBeUndefined();
  });

  it('is nothing when it names somebody else, or is by the user, or of another kind', () => {
    expect(notificationOf(about(1, [['p', BEN]]), READER)).toBeUndefined();
    expect(notificationOf(like(ME), READER)).toBeUndefined();
    expect(notificationOf(zap({ pubkey: ME }), READER)).toBeUndefined();
    expect(notificationOf(named(4), READER)).toBeUndefined();
  });

  it('is not from the future', () => {
    expect(notificationOf(like(ANA, { created_at: AT + 600 }), READER)?.created_at).toBe(AT + 60);
  });

  it('makes nothing worse than nothing of any event', () => {
    fc.assert(
      fc.property(hostileEvent, (event) => {
        const notification = notificationOf(event, { me: hex(1), now: NOW });
        if (!notification) return;
        expect(NOTIFICATION_TYPES).toContain(notification.type);
        expect(notification.actor).not.toBe(hex(1));
        expect(notification.created_at).toBeLessThanOrEqual(NOW / 1000);
        groupNotifications([notification]);
      }),
    );
  });
});

describe('the notifications of a user', () => {
  it('[NOTIF-02] are asked for kind by kind, 100 each, of the last 24 hours', () => {
    const rest = { '#p': [ME], limit: 100, since: NOW / 1000 - DAY_S };
    expect(notificationFilters(ME, NOW)).toEqual([7, 1, 6, 9735].map((kind) => ({ kinds: [kind], ...rest })));
  });

  const anyEvents = fc.array(
    fc.record({ seed: fc.integer({ min: 1, max: 30 }), kind: fc.constantFrom(1, 6, 7), ago: fc.nat({ max: 400 }) }),
    { maxLength: 60 },
  );
  const toEvents = (parts: readonly { seed: number; kind: number; ago: number }[]) =>
    parts.map(({ seed, kind }) => {
      const { ago } = parts.find((part) => part.seed === seed)!;
      return named(kind, [['e', NOTE]], { id: hex(seed), pubkey: hex(seed % 7), created_at: AT - ago * 300 });
    });

  it('[NOTIF-09] are told once each, however often they come', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat({ max: 60 }), (parts, cut) => {
        const events = toEvents(parts);
        const found = withNotifications(collect(events.slice(0, cut)), events, { me: ME, now: NOW });
        expect(new Set(ids(found)).size).toBe(found.length);
        const wanted = events.filter(({ created_at }) => created_at >= AT + 60 - DAY_S);
        expect(new Set(ids(found))).toEqual(new Set(wanted.map(({ id }) => id)));
      }),
    );
  });

  it('[NOTIF-10] are the newest first', () => {
    fc.assert(
      fc.property(anyEvents, (parts) => {
        const times = collect(toEvents(parts)).map(({ created_at }) => created_at);
        expect(times).toEqual(times.toSorted((a, b) => b - a));
      }),
    );
  });

  it('are the same list when nothing changed, and lose what is older than 24 hours', () => {
    const event = like(ANA);
    const known = collect([event]);
    expect(withNotifications(known, [event], { me: ME, now: NOW })).toBe(known);
    expect(withNotifications(known, [], { me: ME, now: NOW + DAY_S * 1_000 })).toEqual([]);
  });

  it('keep the newest when very many come', () => {
    const events = Array.from({ length: NOTIFICATIONS_MAX + 5 }, (_, index) => like(ANA, { created_at: AT - index }));
    const found = collect(events);
    expect([found.length, found[0]?.created_at]).toEqual([NOTIFICATIONS_MAX, AT]);
  });

  it.each(NOTIFICATION_TYPES)('[NOTIF-11] leave out each %s when that is muted, and nothing else', (type) => {
    const seen = collect([like(ANA), named(1, [['e', NOTE]]), named(1), named(6, [['e', NOTE]]), zap()]);
    const all = [...seen, { ...seen[0]!, type: 'ecash' as const }];
    const shown = shownNotifications(all, { ...HEARING_ALL, [type]: true });
    expect(all.map((one) => one.type).toSorted()).toEqual(NOTIFICATION_TYPES.toSorted());
    expect(shown.map((one) => one.type).toSorted()).toEqual(
      NOTIFICATION_TYPES.filter((other) => other !== type).toSorted(),
    );
  });

  it('leave out people who are muted, also as payers', () => {
    const all = collect([like(ANA), zap()]);
    expect(unmutedNotifications(all, new Set([BEN])).map(({ type }) => type)).toEqual(['like']);
  });

  it('leave out muted words, also those that a payer wrote', () => {
    const all = collect([like(ANA), zap(), zap({ content: 'thanks' }), named(1, [], { content: 'The feeder!' })]);
    const shown = unmutedNotifications(all, muteRules([['word', 'feeder']]));
    expect(shown.map(({ type, comment }) => `${type} ${comment}`).toSorted()).toEqual(['like ', 'zap thanks']);
  });

  it('[NOTIF-12] are unread when they are newer than the last look', () => {
    const all = collect([AT - 10, AT, AT + 1].map((created_at) => like(ANA, { created_at })));
    expect([0, AT - 10, AT, AT + 10].map((lastSeen) => unreadCount(all, lastSeen))).toEqual([3, 2, 1, 0]);
  });
});

describe('rows', () => {
  it('put the likes of one note together, by the last who did it', () => {
    const people = Array.from({ length: 12 }, (_, index) => hex(200 + index));
    const likes = people.map((pubkey, index) => like(pubkey, { created_at: AT + index }));
    const [row, ...others] = groupNotifications(collect([...likes, like(people[0]!, { content: '🤙' })]));
    expect(others).toEqual([]);
    expect(row?.actors).toEqual(people.toReversed());
    expect(row?.members).toHaveLength(13);
  });

  it('keep likes, dislikes, reposts and other notes apart, and words and payments alone', () => {
    const rows = groupNotifications(
      collect([
        like(ANA),
        like(BEN, { content: '-' }),
        named(6, [['e', NOTE]]),
        named(7, [['e', hex(101)]]),
        ...[1, 2].map(() => named(1, [['e', NOTE]])),
        ...[1, 2].map(() => named(1)),
        ...[1, 2].map(() => zap()),
      ]),
    );
    expect(rows).toHaveLength(10);
  });

  it('put likes of one note together, whomever they name as its author', () => {
    const tags = [
      ['e', NOTE],
      ['p', ME],
      ['p', BEN],
    ];
    expect(groupNotifications(collect([like(ANA), about(7, tags), about(7, tags, { content: '-' })]))).toHaveLength(2);
  });

  it('say whose note it is by the note itself, and by their event only until it is there', () => {
    const [mine, theirs] = [{ own: true }, { own: false }];
    const note = (pubkey: string, tags: string[][] = []) => about(1, tags, { pubkey });
    for (const notification of [mine, theirs]) {
      expect(objectOf(notification, note(ME), ME)).toBe('own note');
      expect(objectOf(notification, note(ME, [['e', hex(99)]]), ME)).toBe('own reply');
      expect(objectOf(notification, note(BEN), ME)).toBe('other');
      expect(objectOf(notification, note(BEN, [['p', ME]]), ME)).toBe('naming');
    }
    for (const missing of [undefined, null])
      expect([mine, theirs].map((one) => objectOf(one, missing, ME))).toEqual(['own note', 'naming']);
  });

  it('lose and double nothing, and stand by their newest', () => {
    const anyMix = fc.array(
      fc.record({
        kind: fc.constantFrom(1, 6, 7),
        note: fc.constantFrom(hex(1), hex(2)),
        content: fc.constantFrom('+', '-', '🤙'),
        ago: fc.nat({ max: 500 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(anyMix, (mix) => {
        const all = collect(
          mix.map(({ kind, note, content, ago }) => named(kind, [['e', note]], { content, created_at: AT - ago })),
        );
        const rows = groupNotifications(all);
        expect(ids(rows.flatMap(({ members }) => members)).toSorted()).toEqual(ids(all).toSorted());
        expect(rows.every(({ newest, members }) => newest === members[0])).toBe(true);
        const times = rows.map(({ newest }) => newest.created_at);
        expect(times).toEqual(times.toSorted((a, b) => b - a));
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      }),
    );
  });
});

describe('the square', () => {
  it('[HEAD-10] glows in five tiers: 0, up to 2, up to 5, up to 10, above 10', () => {
    expect([0, 1, 2, 3, 5, 6, 10, 11, 1_000].map(glowTier)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
  });
});
