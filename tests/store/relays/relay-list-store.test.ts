import { describe, expect, it } from 'vitest';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import type { KeyValueStore } from '#store/storage/key-value-store.ts';
import { createVersions } from '#store/replaceable/versions.ts';
import { EMPTY_JOURNAL } from '#domain/replaceable/journal.ts';
import { createJournals } from '#store/replaceable/journals.ts';
import { createRelayListStore, relayListJournal } from '#store/relays/relay-list-store.ts';
import { fakeEvent, hex } from '#tests/support/fake-events.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const ANNA = hex(0xa);
const BEN = hex(0xb);
const SET: RelayEntry[] = [{ url: 'wss://a.example', permission: 'read', source: 'list' }];

describe('memory of the relay list', () => {
  it('[RLIST-09] [RLIST-10] keeps the set of the session and that a list was applied, per public key, until the sign-out', () => {
    const [session, local] = [fakeStorage(), fakeStorage()];
    const store = createRelayListStore(session, local);
    store.setApplied(ANNA, hex(1), SET);
    expect(store.appliedList(ANNA)).toBe(hex(1));
    expect([store.sessionRelays(ANNA), store.sessionRelays(BEN)]).toEqual([SET, undefined]);
    expect([session.getItem('nostrSessionRelays'), session.getItem(`nostrRelaysApplied_${ANNA}`)]).not.toContain(null);
    store.setAside(ANNA, hex(1));
    expect([ANNA, BEN].map(store.asideList)).toEqual([hex(1), undefined]);
    store.forgetSession(ANNA);
    expect([store.appliedList(ANNA), store.sessionRelays(ANNA), session.length]).toEqual([undefined, undefined, 0]);
    expect([store.asideList(ANNA), local.length]).toEqual([undefined, 0]);
  });

  it('keeps which defaults a user took out, also over a sign-out', () => {
    const local = fakeStorage();
    const store = createRelayListStore(fakeStorage(), local);
    store.setLeft(ANNA, ['wss://a.example']);
    store.forgetSession(ANNA);
    const later = createRelayListStore(fakeStorage(), local);
    expect([ANNA, BEN].map(later.leftDefaults)).toEqual([['wss://a.example'], []]);
    local.setItem(`nostrRelayDefaultsLeft_${BEN}`, '{"a":1}');
    expect(later.leftDefaults(BEN)).toEqual([]);
    later.setLeft(BEN, []);
    later.setLeft(ANNA, []);
    expect(local.length).toBe(0);
  });

  it('keeps the journal of each user apart, and nothing of an empty one', () => {
    const local = fakeStorage();
    const journals = createJournals(local, relayListJournal);
    const edits = {
      'wss://a.example': { url: 'wss://a.example', permission: null, sentAt: 5 },
      'wss://b.example': { url: 'wss://b.example', permission: 'read' },
    } as const;
    journals.set(ANNA, { edits, sendings: [] });
    // as every version of the app wrote it
    expect(JSON.parse(local.getItem(`nostrRelayListEdits_${ANNA}`)!)).toEqual({
      'wss://a.example': { permission: null, sentAt: 5_000 },
      'wss://b.example': { permission: 'read' },
    });
    const again = createJournals(local, relayListJournal);
    expect(again.get(ANNA)).toEqual({ edits, sendings: [] });
    expect(again.get(BEN)).toEqual(EMPTY_JOURNAL);
    journals.set(ANNA, EMPTY_JOURNAL);
    expect(local.length).toBe(0);
  });

  it.each(['{', 'null', '[1]', '{"wss://a.example":{"permission":"all"}}', '{"wss://a.example":7}'])(
    'takes nothing from what makes no sense: %s',
    (text) => {
      const storage = fakeStorage({ [`nostrRelayListEdits_${ANNA}`]: text, nostrSessionRelays: text });
      expect(createJournals(storage, relayListJournal).get(ANNA)).toEqual(EMPTY_JOURNAL);
      expect(createRelayListStore(storage, storage).sessionRelays(ANNA)).toBeUndefined();
    },
  );

  it.each([undefined, blockedStorage()])('remembers by itself what the browser does not keep', (storage) => {
    const store = createRelayListStore(storage, storage);
    const journals = createJournals(storage, relayListJournal);
    const edit = { url: 'wss://a.example', permission: 'read' } as const;
    journals.set(ANNA, { edits: { [edit.url]: edit }, sendings: [] });
    store.setApplied(ANNA, hex(1), SET);
    expect(Object.keys(journals.get(ANNA).edits)).toEqual([edit.url]);
    expect(store.sessionRelays(ANNA)).toEqual(SET);
  });
});

describe('versions of lists', () => {
  const list = (at: number, pubkey = ANNA) => fakeEvent({ id: hex(at), pubkey, kind: 10_002, created_at: at });
  const memory = (): KeyValueStore => {
    const kept = new Map<string, unknown>();
    return {
      get: async (key) => kept.get(key) ?? null,
      set: async (key, value) => void kept.set(key, value),
      remove: async (key) => void kept.delete(key),
    };
  };

  it('are the last 100, each once, the newest first, whatever order they come in', async () => {
    const versions = createVersions(memory());
    await Promise.all(
      [...Array.from({ length: 120 }, (_, n) => list(120 - n)), list(7), list(3, BEN)].map(versions.keep),
    );
    const kept = await versions.of(10_002, ANNA);
    expect(kept.map(({ created_at }) => created_at)).toEqual(Array.from({ length: 100 }, (_, n) => 120 - n));
    expect(await versions.of(10_002, BEN)).toHaveLength(1);
  });

  it('are none where the browser keeps nothing', async () => {
    const fail = () => Promise.reject(new Error('no'));
    const versions = createVersions({ get: fail, set: fail, remove: fail });
    await versions.keep(list(1));
    expect(await versions.of(10_002, ANNA)).toEqual([]);
  });
});
