import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metadata } from '#domain/profile/metadata.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createCachedMetadata, keepNewest } from '#store/profile/cached-metadata.ts';
import { createIdleLockChoice } from '#store/session/idle-lock.ts';
import type { SavedKey } from '#store/session/keystore.ts';
import { createSavedAccounts } from '#store/session/saved-accounts.ts';
import { fakeEvent } from '#tests/support/fake-events.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const ALICE = 'a'.repeat(64);
const BOB = 'b'.repeat(64);
const KEY = 'nostrSavedAccounts';

const written = (window: EventTarget, key: string | null) =>
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));

/** What the keystore of the browser has, the newest first; undefined where it cannot be read. */
type Keys = { saved: readonly string[] | undefined };

const keystoreOf = (keys: Keys) => ({
  list: async () => {
    if (!keys.saved) throw new Error('no database');
    return keys.saved.map((pubkey) => ({ pubkey }) as SavedKey);
  },
});

const saved = (json?: string, keys: Keys = { saved: undefined }) => {
  const storage = fakeStorage(json === undefined ? {} : { [KEY]: json });
  const window = new EventTarget();
  return { storage, window, keys, accounts: createSavedAccounts({ storage, window, keystore: keystoreOf(keys) }) };
};

type Tab = ReturnType<typeof saved>;

/** What one tab wrote comes to the other. */
const reaches = (from: Tab, to: Tab) => {
  const text = from.storage.getItem(KEY)!;
  if (to.storage.getItem(KEY) === text) return;
  to.storage.setItem(KEY, text);
  written(to.window, KEY);
};

const settle = () => new Promise<void>((done) => setTimeout(done));

describe('saved accounts', () => {
  it('[LOGIN-32] [KEY-14] keeps public keys under nostrSavedAccounts, the newest first', () => {
    const { storage, accounts } = saved();
    accounts.add(ALICE);
    accounts.add(BOB);
    expect(JSON.parse(storage.getItem(KEY)!)).toEqual([{ pubkey: BOB }, { pubkey: ALICE }]);
    accounts.add(ALICE);
    expect(accounts.get()).toEqual([{ pubkey: ALICE }, { pubkey: BOB }]);
    accounts.remove(ALICE);
    expect([accounts.has(ALICE), accounts.has(BOB)]).toEqual([false, true]);
  });

  it('tells of changes, also of another tab, and says nothing when nothing changed', async () => {
    const { storage, window, accounts, keys } = saved();
    let changes = 0;
    const leave = accounts.subscribe(() => (changes += 1));
    accounts.add(ALICE);
    accounts.add(ALICE);
    expect(changes).toBe(1);
    storage.setItem(KEY, JSON.stringify([{ pubkey: BOB }]));
    written(window, 'other');
    expect(changes).toBe(1);
    keys.saved = [BOB];
    written(window, KEY);
    // who came is there at once, who went is gone when the keystore says so, too
    expect([changes, accounts.get()]).toEqual([2, [{ pubkey: BOB }, { pubkey: ALICE }]]);
    await settle();
    expect([changes, accounts.get()]).toEqual([3, [{ pubkey: BOB }]]);
    leave();
    accounts.add(ALICE);
    expect(changes).toBe(3);
  });

  it('loses nobody when two tabs save at the same moment', async () => {
    const keys: Keys = { saved: [] };
    const [one, two] = [saved(undefined, keys), saved(undefined, keys)];
    const lost: string[] = [];
    one.accounts.subscribe(() => one.accounts.has(ALICE) || lost.push(ALICE));
    two.accounts.subscribe(() => two.accounts.has(BOB) || lost.push(BOB));
    keys.saved = [BOB, ALICE];
    one.accounts.add(ALICE);
    two.accounts.add(BOB);
    // the later list is what the browser keeps
    reaches(two, one);
    await settle();
    reaches(one, two);
    await settle();
    const both = [{ pubkey: BOB }, { pubkey: ALICE }];
    expect([one, two].map(({ accounts }) => accounts.get())).toEqual([both, both]);
    expect([one, two].map(({ storage }) => JSON.parse(storage.getItem(KEY)!))).toEqual([both, both]);
    expect(lost).toEqual([]);
  });

  it('keeps what another tab wrote and did not tell yet', () => {
    const { storage, accounts } = saved();
    storage.setItem(KEY, JSON.stringify([{ pubkey: BOB }]));
    accounts.add(ALICE);
    expect(JSON.parse(storage.getItem(KEY)!)).toEqual([{ pubkey: ALICE }, { pubkey: BOB }]);
  });

  it('brings nobody back who was deleted in another tab while this one saves', async () => {
    const keys: Keys = { saved: [BOB] };
    const bob = JSON.stringify([{ pubkey: BOB }]);
    const [one, two] = [saved(bob, keys), saved(bob, keys)];
    keys.saved = [ALICE];
    one.accounts.remove(BOB);
    two.accounts.add(ALICE);
    reaches(two, one);
    await settle();
    reaches(one, two);
    await settle();
    expect([one, two].map(({ accounts }) => accounts.get())).toEqual([[{ pubkey: ALICE }], [{ pubkey: ALICE }]]);
  });

  it('reads the keystore again when somebody was saved meanwhile', async () => {
    const { accounts, keys } = saved(undefined, { saved: [BOB] });
    const reading = accounts.readAgain();
    keys.saved = [ALICE, BOB];
    accounts.add(ALICE);
    await reading;
    expect(accounts.get()).toEqual([{ pubkey: ALICE }, { pubkey: BOB }]);
    keys.saved = undefined;
    await accounts.readAgain();
    expect(accounts.get()).toHaveLength(2);
  });

  it('takes any nonsense for an empty list and keeps what is usable of a mixed one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
        for (const { pubkey } of saved(json).accounts.get()) expect(pubkey).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
    const mixed = JSON.stringify([{ pubkey: ALICE.toUpperCase() }, BOB, { pubkey: 'x' }, null, { pubkey: ALICE }]);
    expect(saved(mixed).accounts.get()).toEqual([{ pubkey: ALICE }, { pubkey: BOB }]);
  });

  it('works without storage', () => {
    const accounts = createSavedAccounts({
      storage: blockedStorage(),
      window: new EventTarget(),
      keystore: keystoreOf({ saved: undefined }),
    });
    accounts.add(ALICE);
    expect(accounts.get()).toEqual([{ pubkey: ALICE }]);
  });
});

const METADATA: Metadata = {
  name: 'alice',
  display_name: 'Alice',
  picture: 'https://images.example/a.png',
  about: '',
  nip05: 'alice@example.com',
  website: '',
  banner: '',
  lud16: '',
  lud06: '',
  createdAt: 1_700_000_000,
};

describe('cached metadata', () => {
  it('[LOGIN-34] keeps metadata per public key in the local storage', () => {
    const storage = fakeStorage();
    createCachedMetadata(storage).set(ALICE, METADATA);
    expect(storage.getItem(`nostrMetadata:${ALICE}`)).toContain('alice@example.com');
    expect(createCachedMetadata(storage).get(ALICE)).toEqual(METADATA);
    expect(createCachedMetadata(storage).get(BOB)).toBeUndefined();
  });

  it('[LOGIN-34] follows a profile, but not back to an older version', () => {
    const cached = createCachedMetadata(fakeStorage());
    const version = (created_at: number, content: string) => fakeEvent({ pubkey: ALICE, kind: 0, created_at, content });
    expect(keepNewest(cached, version(20, '{"name":"Alice"}'))?.name).toBe('Alice');
    expect(keepNewest(cached, version(10, '{"name":"Al"}'))).toBeUndefined();
    expect(keepNewest(cached, version(30, 'no profile'))).toBeUndefined();
    expect(cached.get(ALICE)).toMatchObject({ name: 'Alice', createdAt: 20 });
  });

  it('lets nothing but safe addresses out of it', () => {
    const bad = { ...METADATA, picture: 'javascript:alert(1)', name: 7 };
    const storage = fakeStorage({ [`nostrMetadata:${ALICE}`]: JSON.stringify(bad) });
    expect(createCachedMetadata(storage).get(ALICE)).toMatchObject({ picture: '', name: '' });
  });

  it.each(['', 'null', '[]', '{"a":', '7'])('takes %j for nothing', (json) => {
    expect(createCachedMetadata(fakeStorage({ [`nostrMetadata:${ALICE}`]: json })).get(ALICE)).toBeUndefined();
  });

  it('works without storage', () => {
    const cached = createCachedMetadata(blockedStorage());
    cached.set(ALICE, METADATA);
    expect(cached.get(ALICE)).toBeUndefined();
  });
});

describe('choice of the idle lock', () => {
  const choiceIn = (storage: Storage | undefined, window = new EventTarget()) =>
    createIdleLockChoice({ storage, window });

  it('is kept with who chose it, and told when another tab chooses', () => {
    const [storage, window] = [fakeStorage(), new EventTarget()];
    const [one, two] = [choiceIn(storage), choiceIn(storage, window)];
    let changes = 0;
    two.subscribe(() => (changes += 1));
    one.set({ minutes: 15, by: ALICE });
    expect([one.get(), changes]).toEqual([{ minutes: 15, by: ALICE }, 0]);
    written(window, 'keyIdleLockMinutes');
    expect([two.get(), changes]).toEqual([{ minutes: 15, by: ALICE }, 1]);
  });

  it.each([
    ['none', fakeStorage()],
    ['one that is blocked', blockedStorage()],
    ['no storage', undefined],
  ])('is never where there is %s, and lasts until the page is closed', (_, storage) => {
    const choice = choiceIn(storage);
    expect(choice.get()).toEqual({ minutes: 0, by: undefined });
    choice.set({ minutes: 5, by: ALICE });
    expect(choice.get()).toEqual({ minutes: 5, by: ALICE });
  });
});

describe('account store', () => {
  const storeOf = (local: Storage, session: Storage, window = new EventTarget()) => ({
    window,
    store: createAccountStore({ local, session, window }),
  });

  it('[LOGIN-32] [LOGIN-33] keeps the public key for all tabs, the method and the flag for this one', () => {
    const [local, session] = [fakeStorage(), fakeStorage()];
    const { store } = storeOf(local, session);
    store.set({ pubkey: ALICE, method: 'nsec', persisted: true });
    expect(local.getItem('nostrPubkey')).toBe(ALICE);
    expect([session.getItem('nostrLoginMethod'), session.getItem('nostrNsecPersisted')]).toEqual(['nsec', 'true']);
    expect(storeOf(local, session).store.get()).toEqual({ pubkey: ALICE, method: 'nsec', persisted: true });
    expect(storeOf(local, fakeStorage()).store.get()).toEqual({ pubkey: ALICE, method: 'none', persisted: false });
    store.set({ pubkey: undefined, method: 'none', persisted: false });
    expect([local.length, session.length]).toEqual([0, 0]);
  });

  it('[LOGIN-12] whoever signs by extension does so in new tabs and after a restart, until they sign out or log in otherwise', () => {
    const [local, session] = [fakeStorage(), fakeStorage()];
    const { store } = storeOf(local, session);
    const other = storeOf(local, fakeStorage());
    const byExtension = { pubkey: ALICE, method: 'nip07', persisted: false } as const;
    store.set(byExtension);
    written(other.window, 'nostrPubkey');
    expect([other.store.get(), storeOf(local, fakeStorage()).store.get()]).toEqual([byExtension, byExtension]);

    const readOnly = { pubkey: ALICE, method: 'none', persisted: false } as const;
    store.set(readOnly);
    expect(storeOf(local, fakeStorage()).store.get()).toEqual(readOnly);
    store.set(byExtension);
    store.set({ pubkey: BOB, method: 'none', persisted: false });
    store.set({ ...readOnly });
    expect(storeOf(local, fakeStorage()).store.get()).toEqual(readOnly);
    store.set(byExtension);
    store.set({ pubkey: undefined, method: 'none', persisted: false });
    expect([local.length, session.length]).toEqual([0, 0]);
  });

  it('one that only reads hears that another tab logs in by extension as the same person; one with the key or that keeps reading does not', () => {
    const [local, session] = [fakeStorage(), fakeStorage()];
    const readOnly = { pubkey: ALICE, method: 'none', persisted: false } as const;
    const byExtension = { ...readOnly, method: 'nip07' } as const;
    const [reads, owns, other] = [
      storeOf(local, session),
      storeOf(local, fakeStorage()),
      storeOf(local, fakeStorage()),
    ];
    reads.store.set(readOnly);
    owns.store.set({ pubkey: ALICE, method: 'nsec', persisted: true });
    written(other.window, 'nostrPubkey');
    let heard = 0;
    reads.store.subscribe(() => (heard += 1));
    other.store.set(byExtension);
    for (const { window } of [reads, owns]) written(window, 'nostrExtensionPubkey');
    expect([reads.store.get(), owns.store.get().method]).toEqual([byExtension, 'nsec']);
    expect(heard).toBe(1);

    reads.store.set(readOnly);
    for (const { window } of [reads, other]) written(window, 'nostrExtensionPubkey');
    expect([reads.store.get(), other.store.get()]).toEqual([readOnly, byExtension]);
  });

  it('who chose to keep reading only does so in this tab, also after a reload, until they log in otherwise or sign out', () => {
    const [local, session] = [fakeStorage(), fakeStorage()];
    const readOnly = { pubkey: ALICE, method: 'none', persisted: false } as const;
    const byExtension = { ...readOnly, method: 'nip07' } as const;
    const other = storeOf(local, fakeStorage());
    const logInElsewhere = ({ window }: { window: EventTarget }) => {
      other.store.set({ ...readOnly, pubkey: undefined });
      other.store.set(byExtension);
      written(window, 'nostrExtensionPubkey');
    };
    const tab = storeOf(local, session);
    tab.store.set(byExtension);
    tab.store.set(readOnly);
    tab.store.set({ ...tab.store.get() });
    logInElsewhere(tab);
    expect(tab.store.get()).toEqual(readOnly);
    const again = storeOf(local, session);
    logInElsewhere(again);
    expect(again.store.get()).toEqual(readOnly);

    again.store.set({ pubkey: BOB, method: 'none', persisted: false });
    again.store.set(readOnly);
    logInElsewhere(again);
    expect(again.store.get()).toEqual(byExtension);
    again.store.set(readOnly);
    local.removeItem('nostrPubkey');
    written(again.window, 'nostrPubkey');
    expect(session.length).toBe(0);
  });

  it('[LOGIN-04] knows after a reload who chose in this tab to read only, not who lost their key or followed another tab', () => {
    const [local, session] = [fakeStorage(), fakeStorage()];
    const readOnly = { pubkey: ALICE, method: 'none', persisted: false } as const;
    const tab = storeOf(local, session);
    tab.store.set(readOnly);
    tab.store.set({ ...readOnly });
    expect([tab.store.isReader(), storeOf(local, session).store.isReader()]).toEqual([true, true]);
    const again = storeOf(local, session);
    expect([again.store.isReader(), storeOf(local, fakeStorage()).store.isReader()]).toEqual([true, false]);

    again.store.set({ ...readOnly, method: 'nsec' });
    expect(storeOf(local, session).store.isReader()).toBe(false);
    again.store.set(readOnly);
    expect(storeOf(local, session).store.isReader()).toBe(false);
    again.store.set({ ...readOnly, pubkey: BOB });
    local.setItem('nostrPubkey', ALICE);
    expect(storeOf(local, session).store.isReader()).toBe(false);
    written(again.window, 'nostrPubkey');
    expect([again.store.isReader(), storeOf(local, session).store.isReader()]).toEqual([false, false]);
  });

  it('telling again that nothing changed does not undo a sign-out of another tab', () => {
    const [local, session] = [fakeStorage(), fakeStorage()];
    const { store, window } = storeOf(local, session);
    store.set({ pubkey: ALICE, method: 'nsec', persisted: true });
    local.removeItem('nostrPubkey');
    store.set({ ...store.get() });
    expect(local.getItem('nostrPubkey')).toBeNull();
    written(window, 'nostrPubkey');
    expect(store.get()).toEqual({ pubkey: undefined, method: 'none', persisted: false });
  });

  it('[LOGIN-35] forgets how one was logged in as soon as another tab logs somebody else in', () => {
    const [local, session] = [fakeStorage(), fakeStorage()];
    const { store, window } = storeOf(local, session);
    store.set({ pubkey: ALICE, method: 'nsec', persisted: true });
    local.setItem('nostrPubkey', BOB);
    written(window, 'nostrPubkey');
    const bob = { pubkey: BOB, method: 'none', persisted: false };
    expect([store.get(), storeOf(local, session).store.get()]).toEqual([bob, bob]);
  });

  it.each([
    ['as somebody else', BOB],
    ['as nobody', null],
  ])('[LOGIN-35] forgets, when it starts %s, how the one before was logged in', (_, pubkey) => {
    const [local, session] = [fakeStorage(), fakeStorage()];
    storeOf(local, session).store.set({ pubkey: ALICE, method: 'nsec', persisted: true });
    // the sign-out came while this tab was elsewhere
    if (pubkey === null) local.removeItem('nostrPubkey');
    else local.setItem('nostrPubkey', pubkey);
    expect(storeOf(local, session).store.get()).toEqual({
      pubkey: pubkey ?? undefined,
      method: 'none',
      persisted: false,
    });
    expect([session.getItem('nostrLoginMethod'), session.getItem('nostrNsecPersisted')]).toEqual([null, null]);
    local.setItem('nostrPubkey', BOB);
    local.setItem('nostrExtensionPubkey', BOB);
    expect(storeOf(local, session).store.get()).toEqual({ pubkey: BOB, method: 'nip07', persisted: false });
  });

  it('[LOGIN-33] takes the method of an earlier version, which did not write whose it is', () => {
    const local = fakeStorage({ nostrPubkey: ALICE });
    const session = fakeStorage({ nostrLoginMethod: 'nsec', nostrNsecPersisted: 'true' });
    expect(storeOf(local, session).store.get()).toEqual({ pubkey: ALICE, method: 'nsec', persisted: true });
  });
});
