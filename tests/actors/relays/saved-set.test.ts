import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { startSavedSet } from '#actors/relays/saved-set.ts';
import type { RelayDefaults, RelayEntry } from '#domain/relays/relay-set.ts';
import { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import { createAccountStore } from '#store/session/account.ts';
import { createRelayListStore } from '#store/relays/relay-list-store.ts';
import { relaySetKey, savedRelays } from '#store/relays/relay-set.ts';
import { areasOf } from '#tests/support/areas.ts';
import { blockedStorage, fakeStorage } from '#tests/support/fake-storage.ts';

const defaults: RelayDefaults = { entries: [{ url: 'wss://d.example', permission: 'readwrite' }], profile: [] };
const own: RelayEntry = { url: 'wss://own.example', permission: 'read', source: 'user' };
const [alice, bob] = ['a'.repeat(64), 'b'.repeat(64)];
const nobody = { pubkey: undefined, method: 'none', persisted: false } as const;

/** The directory as the app starts it, and what keeps its set. */
const open = (storage: Storage = fakeStorage()) => {
  const window = new EventTarget();
  const account = createAccountStore({ local: storage, session: fakeStorage(), window });
  const start = () =>
    createActor(
      relayDirectoryMachine.provide({
        actors: {
          'relay-connection': fromCallback(() => {}),
          subscription: fromCallback(() => {}),
          connectivity: fromCallback(() => {}),
        } as never,
      }),
      { input: savedRelays(storage, account.get().pubkey, defaults) },
    ).start();
  let directory = start();
  const areas = areasOf({ 'relay-directory': directory });
  return {
    storage,
    window,
    account,
    lists: createRelayListStore(fakeStorage(), storage),
    directory: () => directory,
    follow: areas.follow,
    restart() {
      directory = start();
      areas.change({ 'relay-directory': directory });
    },
    login: (pubkey: string) => account.set({ pubkey, method: 'nip07', persisted: false }),
    urls: () => directory.getSnapshot().context.entries.map(({ url }) => url),
    kept: (pubkey?: string) => savedRelays(storage, pubkey, defaults).saved?.map(({ url }) => url),
    onUnsaved: vi.fn(),
  };
};
type World = ReturnType<typeof open>;
const run = (world: World) => startSavedSet(world);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('startSavedSet', () => {
  it('[RLIST-08] saves each change of the set for the one who made it', () => {
    const world = open();
    run(world);
    expect(world.kept()).toBeUndefined();
    world.directory().send({ type: 'relay.add', entry: own });
    expect(world.kept()).toEqual(['wss://d.example', own.url]);
    world.login(alice);
    world.directory().send({ type: 'relay.remove', url: 'wss://d.example' });
    expect([world.kept(alice), world.kept()]).toEqual([[own.url], ['wss://d.example', own.url]]);
    expect(open(world.storage).urls()).toEqual([own.url]);
  });

  it('brings in the set of whoever logs in, and that of the visitors after the sign-out', () => {
    const world = open();
    run(world);
    world.login(alice);
    world.directory().send({ type: 'relay.add', entry: own });
    world.login(bob);
    expect(world.urls()).toEqual(['wss://d.example']);
    world.login(alice);
    expect(world.urls()).toEqual(['wss://d.example', own.url]);
    world.account.set(nobody);
    expect(world.urls()).toEqual(['wss://d.example']);
    expect(world.kept(bob)).toEqual(['wss://d.example']);
  });

  it('[RLIST-08] leaves a user the set of their first login, whatever visitors change afterwards', () => {
    const late = open();
    late.login(alice);
    run(late);
    expect(late.storage.getItem(relaySetKey(alice))).toBe(JSON.stringify(defaults.entries));
    const world = open();
    run(world);
    world.login(alice);
    world.account.set(nobody);
    world.directory().send({ type: 'relay.add', entry: own });
    world.directory().send({ type: 'relay.remove', url: 'wss://d.example' });
    world.login(alice);
    expect([world.urls(), world.kept()]).toEqual([['wss://d.example'], [own.url]]);
  });

  it('what a visitor takes out of the defaults by hand stays out of the set that is theirs by the first login', () => {
    const world = open();
    run(world);
    const left = () => [undefined, alice, bob].map(world.lists.leftDefaults);
    world.directory().send({ type: 'relay.add', entry: own });
    world.directory().send({ type: 'relay.remove', url: own.url });
    expect(left()).toEqual([[], [], []]);
    world.directory().send({ type: 'relay.remove', url: 'wss://d.example' });
    world.login(alice);
    expect(left()).toEqual([['wss://d.example'], ['wss://d.example'], []]);
    world.account.set(nobody);
    world.directory().send({ type: 'relays.restore' });
    world.login(bob);
    expect(left()).toEqual([[], ['wss://d.example'], []]);
    world.account.set(nobody);
    world.directory().send({ type: 'relays.adopt', entries: [own] });
    world.login(alice);
    expect(left()).toEqual([[], ['wss://d.example'], []]);
  });

  it('what a user took out of the defaults stays out also while no set of theirs can be saved', () => {
    const storage = fakeStorage();
    const { setItem } = storage;
    const full = vi.spyOn(storage, 'setItem').mockImplementation((key, value) => {
      if (key === relaySetKey(alice)) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(storage, key, value);
    });
    const world = open(storage);
    world.lists.setLeft(alice, ['wss://d.example']);
    run(world);
    world.login(alice);
    expect(storage.getItem(relaySetKey(alice))).toBeNull();
    expect(world.lists.leftDefaults(alice)).toEqual(['wss://d.example']);
    full.mockRestore();
    const later = open(storage);
    run(later);
    expect([later.kept(alice), later.lists.leftDefaults(alice)]).toEqual([['wss://d.example'], ['wss://d.example']]);
  });

  it('keeps at a login what is saved for that user and cannot be read', () => {
    const world = open(fakeStorage({ [relaySetKey(alice)]: '{' }));
    run(world);
    world.login(alice);
    expect(world.storage.getItem(relaySetKey(alice))).toBe('{');
  });

  it('[RELAY-47] forgets the failures of before when another user comes', () => {
    const world = open();
    run(world);
    const sent = vi.spyOn(world.directory(), 'send');
    world.login(alice);
    expect(sent.mock.calls.map(([{ type }]) => type)).toContain('relays.reset');
    sent.mockClear();
    world.login(alice);
    expect(sent).not.toHaveBeenCalled();
  });

  it('takes in what happened before it ran: a login, or a change by hand', () => {
    const storage = fakeStorage({ [relaySetKey(alice)]: JSON.stringify([own]) });
    const late = open(storage);
    late.login(alice);
    run(late);
    expect(late.urls()).toEqual([own.url]);
    const changed = open();
    changed.directory().send({ type: 'relay.add', entry: own });
    run(changed);
    expect(changed.kept()).toEqual(['wss://d.example', own.url]);
  });

  it('takes over what another tab saved for the same user', () => {
    const world = open();
    run(world);
    const write = (pubkey: string | undefined) => {
      const [key, newValue] = [relaySetKey(pubkey), JSON.stringify([own])];
      world.storage.setItem(key, newValue);
      world.window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
    };
    write(alice);
    expect(world.urls()).toEqual(['wss://d.example']);
    write(undefined);
    expect(world.urls()).toEqual([own.url]);
  });

  it('writes back no relay that another tab dropped, and loses none that it added, before it is told', () => {
    const one = open();
    const two = open(one.storage);
    const more: RelayEntry = { url: 'wss://more.example', permission: 'readwrite', source: 'user' };
    run(one);
    one.directory().send({ type: 'relay.add', entry: own });
    two.directory().send({ type: 'relays.adopt', entries: [...defaults.entries, own] });
    run(two);
    one.directory().send({ type: 'relays.restore' });
    expect(one.kept()).toBeUndefined();
    two.directory().send({ type: 'relay.add', entry: more });
    expect([two.kept(), two.urls()]).toEqual([
      ['wss://d.example', more.url],
      ['wss://d.example', more.url],
    ]);
    one.directory().send({ type: 'relay.remove', url: 'wss://d.example' });
    expect([one.kept(), one.urls()]).toEqual([[more.url], [more.url]]);
  });

  it('goes back to the defaults with another tab', () => {
    const world = open();
    run(world);
    world.directory().send({ type: 'relay.add', entry: own });
    const key = relaySetKey(undefined);
    world.storage.removeItem(key);
    world.window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: null }));
    expect(world.urls()).toEqual(['wss://d.example']);
  });

  it('says once per change that the browser would not keep it', () => {
    const world = open(blockedStorage());
    run(world);
    world.directory().send({ type: 'relay.add', entry: own });
    expect(world.onUnsaved).toHaveBeenCalledTimes(1);
    expect(world.urls()).toContain(own.url);
  });

  it.each([
    ['the defaults', {}],
    ['a set of the visitors', { [relaySetKey(undefined)]: JSON.stringify([own]) }],
  ])('says nothing where the browser would not keep %s at a first login', (_, saved) => {
    const storage = fakeStorage(saved);
    vi.spyOn(storage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const world = open(storage);
    run(world);
    world.login(alice);
    world.directory().send({ type: 'relays.clean' });
    expect(world.onUnsaved).not.toHaveBeenCalled();
    world.directory().send({ type: 'relay.add', entry: { ...own, url: 'wss://more.example' } });
    expect(world.onUnsaved).toHaveBeenCalledTimes(1);
  });

  it('goes on with a directory that was started anew', () => {
    const world = open();
    run(world);
    world.directory().send({ type: 'relay.add', entry: own });
    world.directory().subscribe({ error: () => {} });
    const event = { type: 'xstate.error.actor.other', actorId: 'other', error: new Error('bug') } as const;
    world.directory().send(event);
    expect(world.directory().getSnapshot().status).toBe('error');
    world.restart();
    expect(world.urls()).toEqual(['wss://d.example', own.url]);
    world.directory().send({ type: 'relay.remove', url: 'wss://d.example' });
    expect(world.kept()).toEqual([own.url]);
  });

  it('stops when it is told to', () => {
    const world = open();
    run(world)();
    world.directory().send({ type: 'relay.add', entry: own });
    world.login(alice);
    expect([world.kept(), world.urls().length]).toEqual([undefined, 2]);
  });
});
