import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byNewest, newest, type NostrEvent } from '#domain/protocol/event.ts';
import {
  draftRelayList,
  editsByUrl,
  listedRelays,
  relayEdits,
  type RelayEdit,
} from '#domain/relays/relay-list-edit.ts';
import {
  EMPTY_JOURNAL,
  isEverywhere,
  journalAfterFetch,
  journalAfterSend,
  journalEdits,
  journalWith,
  journalWithout,
  unsentCount,
  type EditJournal,
} from '#domain/replaceable/journal.ts';
import type { RelayPermission } from '#domain/relays/relay-permission.ts';
import { EDIT_KEPT_S } from '#domain/replaceable/replaceable-limits.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';

const INDEXERS: ReadonlySet<string> = new Set();
const RULES = relayEdits(() => INDEXERS);

const edited = (journal: EditJournal<RelayEdit>, ...edits: RelayEdit[]) => journalWith(RULES, journal, edits);
const RELAYS = 3;
const DEVICES = 2;
const FIRST = fakeEvent({
  id: hex(1),
  kind: 10_002,
  created_at: 1_000,
  content: 'kept',
  tags: [
    ['alt', 'my relays'],
    ...Array.from({ length: RELAYS }, (_, n) => ['r', `wss://w${n}.example`, 'write', `note ${n}`]),
    ['r', 'wss://first.example'],
    ['unknown', 'x', 'y'],
  ],
});

type Step =
  | { readonly act: 'edit'; readonly device: number; readonly relay: number; readonly to: RelayPermission | null }
  | { readonly act: 'sync'; readonly device: number; readonly read: boolean[]; readonly write: boolean[] };

const who = fc.integer({ min: 0, max: DEVICES - 1 });
const some = fc.array(fc.boolean(), { minLength: RELAYS, maxLength: RELAYS });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('edit' as const),
    device: who,
    relay: fc.integer({ min: 0, max: 2 }),
    to: fc.constantFrom<RelayPermission | null>('read', 'write', 'readwrite', null),
  }),
  fc.record({ act: fc.constant('sync' as const), device: who, read: some, write: some }),
);

/** Three relays that each keep the newest list they were sent, and two devices whose clocks differ. */
const createWorld = (skew: readonly number[]) => {
  const held: NostrEvent[] = Array.from({ length: RELAYS }, () => FIRST);
  const journals: EditJournal<RelayEdit>[] = Array.from({ length: DEVICES }, () => EMPTY_JOURNAL);
  let [time, count] = [2_000, 1];

  const edit = (device: number, url: string, permission: RelayPermission | null) => {
    journals[device] = edited(journals[device]!, { url, permission });
  };
  const sync = (device: number, read: readonly boolean[], write: readonly boolean[]) => {
    const now = (time += 1) + skew[device]!;
    const answers = held.filter((_, n) => read[n]);
    if (answers.length === 0) return;
    const known = newest(answers)!;
    const everywhere = answers.length === RELAYS && answers.every(({ id }) => id === known.id);
    const journal = journalAfterFetch(RULES, journals[device]!, { newest: known, everywhere, now: 0 });
    journals[device] = journal;
    const edits = journalEdits(journal);
    const draft = draftRelayList({ newest: known, edits: editsByUrl(edits), entries: [], indexers: INDEXERS, now });
    const next = draft.outcome === 'changed' ? fakeEvent({ ...draft.template, id: hex((count += 1)) }) : known;
    const accepted = held.map((old, n) => write[n] === true && byNewest(next, old) <= 0);
    accepted.forEach((takes, n) => takes && (held[n] = next));
    if (accepted.some(Boolean))
      journals[device] = journalAfterSend(RULES, journal, edits, { everywhere: accepted.every(Boolean), now: 0 });
  };
  return { held, journals, edit, sync };
};

const ALL = [true, true, true];

describe('relay lists of two devices', () => {
  it('lose no relay, whatever relays answer and accept, and no tag they do not know', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.tuple(fc.integer(), fc.integer()), (steps, skew) => {
        const world = createWorld(skew.map((seconds) => seconds % 5_000));
        const last = new Map<string, RelayPermission | null>();
        for (const one of steps) {
          if (one.act === 'sync') world.sync(one.device, one.read, one.write);
          else {
            const url = `wss://d${one.device}-${one.relay}.example`;
            world.edit(one.device, url, one.to);
            last.set(url, one.to);
          }
        }
        for (const device of [0, 1, 0, 1]) world.sync(device, ALL, ALL);
        const [final] = world.held;
        expect(new Set(world.held.map(({ id }) => id)).size).toBe(1);
        const found = new Map(listedRelays(final!, INDEXERS).map(({ url, permission }) => [url, permission]));
        for (const [url, permission] of last) if (permission !== null) expect(found.get(url)).toBe(permission);
        const firstTags = final!.tags.slice(0, FIRST.tags.length);
        expect(firstTags).toEqual(FIRST.tags);
        expect(final!.content).toBe('kept');
      }),
      { numRuns: 2_000 },
    );
  });

  it('take out what a device took out, when every relay answers', () => {
    const world = createWorld([0, 0]);
    world.edit(0, 'wss://first.example', null);
    world.sync(0, ALL, ALL);
    world.edit(1, 'wss://x.example', 'read');
    world.sync(1, ALL, ALL);
    const urls = listedRelays(world.held[0]!, INDEXERS).map(({ url }) => url);
    expect(urls).toEqual(['wss://w0.example', 'wss://w1.example', 'wss://w2.example', 'wss://x.example']);
    expect(world.journals).toEqual([EMPTY_JOURNAL, EMPTY_JOURNAL]);
  });
});

describe('a version', () => {
  it('is everywhere once each relay that is to keep it has it', () => {
    const has = (...relays: readonly string[]) => isEverywhere(['a', 'b'], (relay) => relays.includes(relay));
    expect([has('a', 'b', 'c'), has('a'), has()]).toEqual([true, false, false]);
  });
});

describe('journal of changes', () => {
  const [first, x] = ['wss://first.example', 'wss://x.example'];
  const seen = (over: object = {}) => ({ newest: FIRST, everywhere: true, now: 0, ...over });

  it('keeps what was not published, whatever the relays hold', () => {
    const journal = edited(EMPTY_JOURNAL, { url: first, permission: null }, { url: x, permission: 'read' });
    expect(journalAfterFetch(RULES, journal, seen())).toEqual(journal);
    expect(unsentCount(journal)).toBe(2);
    expect(journalWithout(RULES, journal, journalEdits(journal))).toEqual(EMPTY_JOURNAL);
  });

  it('adds again what another device overwrote, but does not take out again what is back', () => {
    const edits: RelayEdit[] = [
      { url: first, permission: null },
      { url: x, permission: 'read' },
    ];
    const sent = { everywhere: false, now: 5 };
    const journal = journalAfterSend(RULES, edited(EMPTY_JOURNAL, ...edits), edits, sent);
    expect(unsentCount(journal)).toBe(0);
    expect(journalWithout(RULES, journal, edits)).toEqual(journal);
    expect(journalAfterFetch(RULES, journal, seen()).edits).toEqual({ [x]: { url: x, permission: 'read', sentAt: 5 } });
    expect(journalAfterFetch(RULES, journal, seen({ now: EDIT_KEPT_S + 6 }))).toEqual(EMPTY_JOURNAL);
  });

  it('leaves a change that was made again while the list was on its way', () => {
    const journal = edited(EMPTY_JOURNAL, { url: x, permission: 'read' });
    const sent = journalEdits(journal);
    const changed = edited(journal, { url: x, permission: 'write' });
    expect(journalAfterSend(RULES, changed, sent, { everywhere: true, now: 5 })).toEqual(changed);
  });
});
