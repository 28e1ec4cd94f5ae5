import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LISTED_RELAYS_MAX } from '#domain/profile/profile-limits.ts';
import { newest } from '#domain/protocol/event.ts';
import { parseContacts, parseMuteList, parseRelayHints, parseRelayList } from '#domain/profile/lists.ts';

import { CONTACTS_MAX } from '#domain/protocol/protocol-limits.ts';
import { fakeEvent, hex, hostileEvent } from '#tests/support/fake-events.ts';

describe('lists', () => {
  it('[PROF-08] [PROF-09] reads pubkey, relay and petname from each p tag', () => {
    const tags = [
      ['p', hex(1), 'wss://R.example/', 'ann'],
      ['p', hex(2)],
      ['t', hex(3)],
      ['p', 'broken'],
      ['p', hex(1)],
    ];
    expect(parseContacts(fakeEvent({ kind: 3, tags }))).toEqual([
      { pubkey: hex(1), relay: 'wss://r.example', petname: 'ann' },
      { pubkey: hex(2), relay: '', petname: '' },
    ]);
  });

  it('[PROF-09] gives every contact the three fields, whatever the tag says', () => {
    fc.assert(
      fc.property(hostileEvent, (event) => {
        for (const contact of parseContacts(event)) {
          expect(Object.keys(contact)).toEqual(['pubkey', 'relay', 'petname']);
          expect(contact.pubkey).toMatch(/^[0-9a-f]{64}$/);
        }
      }),
    );
  });

  it('[PROF-13] lists the public keys of a mute list', () => {
    const tags = [
      ['p', hex(1)],
      ['word', 'spam'],
      ['e', hex(9)],
      ['p', hex(2).toUpperCase()],
      ['p', hex(1)],
    ];
    expect(parseMuteList(fakeEvent({ kind: 10_000, tags, content: 'encrypted' }))).toEqual([hex(1), hex(2)]);
  });

  it('[RLIST-02] reads the r tags of a relay list', () => {
    const tags = [['r', 'wss://A.example/'], ['r', 'https://x.example'], ['relay', 'wss://z.example'], ['r']];
    expect(parseRelayList(fakeEvent({ kind: 10_002, tags }))).toEqual([
      { url: 'wss://a.example', read: true, write: true },
    ]);
  });

  it('[RELAY-29] gives a relay read and write by its marker, without a marker both', () => {
    const tags = [
      ['r', 'wss://a.example', 'read'],
      ['r', 'wss://b.example', 'write'],
      ['r', 'wss://c.example'],
      ['r', 'wss://d.example', 'read'],
      ['r', 'wss://d.example/', 'write'],
      ['r', 'wss://e.example', 'write'],
      ['r', 'wss://e.example', 'read'],
    ];
    const uses = parseRelayList(fakeEvent({ kind: 10_002, tags })).map(({ read, write }) => [read, write]);
    expect(uses).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  it('[RLIST-03] reads the relay tags of notes, the most named first', () => {
    const one = fakeEvent({
      tags: [
        ['r', 'wss://a.example'],
        ['e', hex(1), 'wss://b.example'],
        ['r', 'https://page.example'],
      ],
    });
    const two = fakeEvent({
      tags: [
        ['p', hex(1), 'wss://b.example/'],
        ['t', 'wss://c.example'],
        ['relay', 'wss://d.example'],
      ],
    });
    expect(parseRelayHints([one, two])).toEqual(['wss://b.example', 'wss://a.example', 'wss://d.example']);
  });

  it("reads a bounded part of the lists of strangers, and all of one's own relay list", () => {
    const relays = fakeEvent({ tags: Array.from({ length: 9_000 }, (_, n) => ['r', `wss://r${n}.example`]) });
    expect(parseRelayList(relays)).toHaveLength(LISTED_RELAYS_MAX);
    expect(parseRelayList(relays, Infinity)).toHaveLength(9_000);
    expect(parseRelayHints([relays]).length).toBeLessThanOrEqual(LISTED_RELAYS_MAX);
    const people = fakeEvent({ tags: Array.from({ length: CONTACTS_MAX + 5 }, (_, n) => ['p', hex(n)]) });
    expect(parseContacts(people)).toHaveLength(CONTACTS_MAX);
    expect(parseMuteList(people)).toHaveLength(CONTACTS_MAX);
  });

  it('[PROF-01] takes the newest version of an event, at equal times the lower id', () => {
    const events = [
      fakeEvent({ id: hex(3), created_at: 5 }),
      fakeEvent({ id: hex(2), created_at: 9 }),
      fakeEvent({ id: hex(1), created_at: 9 }),
    ];
    expect(newest(events)?.id).toBe(hex(1));
    expect(newest([])).toBeUndefined();
    fc.assert(
      fc.property(fc.array(hostileEvent), (some) => {
        expect(newest(some.toReversed())?.created_at).toBe(newest(some)?.created_at);
      }),
    );
  });
});
