import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, createMachine, fromCallback, type AnyActorLogic, type AnyActorRef } from 'xstate';
import { type RelayPermission, nextPermission } from '#domain/relays/relay-permission.ts';
import type { RelayDefaults } from '#domain/relays/relay-set.ts';
import type { ConnectionState } from '#machines/relays/connection-lights.ts';
import type { DirectoryInput } from '#machines/relays/directory-plan.ts';
import { relayConnectionMachine } from '#machines/relays/relay-connection.machine.ts';
import { relayDirectoryMachine, type RelayDirectoryEvent } from '#machines/relays/relay-directory.machine.ts';
import { socketReconnectMachine, type SocketFact } from '#machines/relays/socket-reconnect.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const urlOf = (name: string | number) => `wss://${name}.example`;
const setOf = (names: Record<string, RelayPermission>, profile: string[] = []): RelayDefaults => ({
  entries: Object.entries(names).map(([name, permission]) => ({ url: urlOf(name), permission })),
  profile: profile.map(urlOf),
});
const many = (count: number): RelayDefaults =>
  setOf(Object.fromEntries(Array.from({ length: count }, (_, index) => [`r${index}`, 'read' as const])));
const ask = (id: string, ...names: string[]): RelayDirectoryEvent => ({
  type: 'subscription.open',
  id,
  relays: names.map(urlOf),
  live: false,
  limitMs: 10_000,
});

type Child = { id: string; kind: 'connection' | 'subscription'; heard: string[]; report: (event: object) => void };

/** Runs the directory over connections and subscriptions that the test plays. */
const play = (defaults: DirectoryInput, connectivity: AnyActorLogic = fromCallback(() => {})) => {
  const children: Child[] = [];
  const child = (kind: Child['kind']) =>
    fromCallback<any, { id?: string; url?: string; parent: AnyActorRef }>(({ input, receive }) => {
      const id = input.url ?? input.id ?? '';
      const entry: Child = { id, kind, heard: [], report: (event) => input.parent.send(event) };
      children.push(entry);
      receive((event) => {
        entry.heard.push(event.type);
        if (event.type === 'relay.connect') entry.report({ type: 'connection.changed', url: id, state: 'connecting' });
        if (event.type === 'subscription.close') entry.report({ type: 'subscription.ended', id });
      });
      return () => void children.splice(children.indexOf(entry), 1);
    });
  const machine = relayDirectoryMachine.provide({
    actors: { 'relay-connection': child('connection'), subscription: child('subscription'), connectivity } as never,
  });
  const actor = createActor(machine, { input: defaults }).start();
  const find = (name: string) => children.find(({ id }) => id === urlOf(name) || id === name);
  const change = (name: string, state: ConnectionState) =>
    find(name)!.report({ type: 'connection.changed', url: urlOf(name), state });
  return {
    actor,
    children,
    find,
    change,
    send: (event: RelayDirectoryEvent) => actor.send(event),
    context: () => actor.getSnapshot().context,
    states: () => actor.getSnapshot().context.connections,
    connects: (name: string) => find(name)?.heard.filter((type) => type === 'relay.connect').length ?? 0,
    count: (...states: ConnectionState[]) =>
      Object.values(actor.getSnapshot().context.connections).filter((state) => states.includes(state)).length,
  };
};

/** Runs the directory over connections as they are, whose sockets the test plays. */
const playOverSockets = (defaults: DirectoryInput) => {
  const sockets = new Map<string, (fact: SocketFact) => void>();
  const socket = fromCallback<never, { url: string }>(({ input: { url }, sendBack }) => {
    sockets.set(url, sendBack);
    return () => void (sockets.get(url) === sendBack && sockets.delete(url));
  });
  const connection = relayConnectionMachine.provide({
    guards: { 'is steady': () => true },
    actors: { 'socket-reconnect': socketReconnectMachine.provide({ actors: { socket } as never }) },
  });
  const machine = relayDirectoryMachine.provide({
    actors: { 'relay-connection': connection, connectivity: fromCallback(() => {}) } as never,
  });
  const actor = createActor(machine, { input: defaults }).start();
  return {
    send: (event: RelayDirectoryEvent) => actor.send(event),
    states: () => actor.getSnapshot().context.connections,
    opens: (name: string) => sockets.get(urlOf(name))!({ type: 'socket.opened', at: 0 }),
    breaks: (name: string) =>
      sockets.get(urlOf(name))!({ type: 'socket.closed', code: 1006, reason: { code: 'socket-failed' } }),
    /** undefined once it was stopped */
    socketOf: (name: string) => sockets.get(urlOf(name)),
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const events = [
  { type: 'network.back' },
  { type: 'connection.changed', url: urlOf('a'), state: 'connected' },
  { type: 'connection.changed', url: urlOf('a'), state: 'waiting' },
  { type: 'connection.due', url: urlOf('a') },
  ask('n1', 'a'),
  { type: 'subscription.close', id: 'n1' },
  { type: 'subscription.ended', id: 'n1' },
  { type: 'relays.want', id: 'p1', relays: [urlOf('a')] },
  { type: 'relays.release', id: 'p1' },
  { type: 'relay.add', entry: { url: urlOf('a'), permission: 'write' } },
  { type: 'relay.remove', url: urlOf('b') },
  { type: 'relay.permit', url: urlOf('a'), permission: 'read' },
  { type: 'relay.retry', url: urlOf('a') },
  { type: 'relay.overdue', url: urlOf('a') },
  { type: 'relays.restore' },
  { type: 'relays.adopt', entries: setOf({ a: 'read' }).entries },
  { type: 'relays.reset' },
  { type: 'relays.clean' },
  { type: 'relays.destroy' },
  { type: 'xstate.error.actor.n1', actorId: 'n1', error: new Error('no') },
  { type: `xstate.error.actor.${urlOf('a')}`, actorId: urlOf('a'), error: new Error('no') },
  { type: 'xstate.error.actor.connectivity', actorId: 'connectivity', error: new Error('no') },
  { type: 'xstate.after.stagger.relay-directory.working.connects.pausing' },
  { type: 'xstate.after.healthCheck.relay-directory.working.health check.pausing' },
  { type: 'xstate.after.monitor.relay-directory.working.monitor.pausing' },
];

describe('relay-directory machine', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(relayDirectoryMachine, {
      tags: {},
      input: setOf({ a: 'read' }),
      events,
      identity: ({ entries, connections, queue, subscriptions }) => [
        entries.length,
        connections,
        queue,
        Object.keys(subscriptions),
      ],
      limit: 20_000,
    });
  });

  it('connects read-capable relays at the start, others when they are asked', () => {
    const { states, send, find } = play(setOf({ r: 'read', w: 'write', rw: 'readwrite', i: 'indexer' }, ['p']));
    vi.advanceTimersByTime(1_000);
    expect(states()).toEqual({ [urlOf('r')]: 'connecting', [urlOf('rw')]: 'connecting' });
    send(ask('n1', 'i', 'p'));
    vi.advanceTimersByTime(1_000);
    expect(Object.keys(states())).toEqual([urlOf('r'), urlOf('rw'), urlOf('i'), urlOf('p')]);
    expect(find('n1')?.kind).toBe('subscription');
  });

  it('[RELAY-25] connects one relay every 100 ms', () => {
    const { count } = play(many(4));
    expect(count('connecting')).toBe(1);
    vi.advanceTimersByTime(99);
    expect(count('connecting')).toBe(1);
    vi.advanceTimersByTime(1);
    expect(count('connecting')).toBe(2);
    vi.advanceTimersByTime(200);
    expect(count('connecting')).toBe(4);
  });

  it('[RELAY-25] opens those that broke anew every 100 ms when the network is back', () => {
    const names = ['a', 'b', 'c'];
    const { send, opens, breaks, socketOf } = playOverSockets(setOf({ a: 'read', b: 'read', c: 'read' }));
    vi.advanceTimersByTime(300);
    names.forEach(opens);
    names.forEach(breaks);
    send({ type: 'network.back' });
    const tried = () => names.filter((name) => socketOf(name) !== undefined);
    vi.advanceTimersByTime(99);
    expect(tried()).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(tried()).toEqual(['a', 'b']);
    vi.advanceTimersByTime(100);
    expect(tried()).toEqual(names);
  });

  it('[RELAY-60] connects at most 15 at once and 20 in all', () => {
    const { count, change, states } = play(many(25));
    vi.advanceTimersByTime(5_000);
    expect([count('connecting'), Object.keys(states()).length]).toEqual([15, 20]);
    change('r0', 'connected');
    vi.advanceTimersByTime(100);
    expect(count('connecting')).toBe(15);
    for (let index = 1; index < 20; index += 1)
      if (states()[urlOf(`r${index}`)] === 'connecting') change(`r${index}`, 'connected');
    vi.advanceTimersByTime(5_000);
    expect(count('connecting', 'connected')).toBe(20);
  });

  it('[RELAY-60] gives the place of a connect that shows no sign for 10 s to the next one, and starts it anew', () => {
    const { count, states, children, change, connects } = play(many(16));
    vi.advanceTimersByTime(9_999);
    for (let index = 1; index < 15; index += 1) change(`r${index}`, 'waiting');
    vi.advanceTimersByTime(100);
    expect([urlOf('r0') in states(), connects('r15')]).toEqual([false, 1]);
    expect(children.some(({ id }) => id === urlOf('r0'))).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect([states()[urlOf('r0')], count('connecting')]).toEqual(['connecting', 2]);
  });

  it('grants a further attempt of a waiting relay in its turn', () => {
    const { change, find, connects } = play(setOf({ a: 'read' }));
    change('a', 'waiting');
    find('a')!.report({ type: 'connection.due', url: urlOf('a') });
    vi.advanceTimersByTime(100);
    expect(connects('a')).toBe(2);
  });

  it("[RELAY-41] refuses relay 21 with 'Maximum connections (20) reached'", () => {
    const heard: object[] = [];
    const machine = relayDirectoryMachine.provide({
      actors: {
        'relay-connection': fromCallback(() => {}),
        subscription: fromCallback(({ receive }) => receive((event) => heard.push(event))),
        connectivity: fromCallback(() => {}),
      } as never,
    });
    const actor = createActor(machine, { input: many(20) }).start();
    actor.send(ask('n1', 'other'));
    expect(heard).toEqual([{ type: 'relay.unreachable', relay: urlOf('other'), reason: 'no room' }]);
    expect(Object.keys(actor.getSnapshot().context.connections)).toHaveLength(20);
  });

  it('[RELAY-52] lets an unused guest make room for the next one, so that sockets stay within 20', () => {
    const { send, states, children } = play(many(19));
    send(ask('n1', 'guest'));
    send({ type: 'subscription.close', id: 'n1' });
    send(ask('n2', 'next'));
    expect(children.filter(({ kind }) => kind === 'connection')).toHaveLength(20);
    expect([urlOf('guest') in states(), urlOf('next') in states()]).toEqual([false, true]);
  });

  it('[RELAY-45] drops connections nobody uses every 60 s', () => {
    const { send, states, change } = play(setOf({ a: 'read' }, ['p']));
    send(ask('n1', 'guest', 'p'));
    vi.advanceTimersByTime(1_000);
    for (const name of ['a', 'guest', 'p']) change(name, 'connected');
    vi.advanceTimersByTime(59_000);
    expect(urlOf('guest') in states()).toBe(true);
    send({ type: 'subscription.close', id: 'n1' });
    vi.advanceTimersByTime(59_999);
    expect(urlOf('guest') in states()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(Object.keys(states())).toEqual([urlOf('a'), urlOf('p')]);
  });

  it('[RELAY-24] [RELAY-45] resets and reconnects every 30 s while no read relay is connected', () => {
    const { change, find, connects } = play(setOf({ a: 'read', b: 'readwrite' }));
    vi.advanceTimersByTime(1_000);
    change('a', 'given up');
    change('b', 'waiting');
    vi.advanceTimersByTime(28_999);
    expect([connects('a'), connects('b')]).toEqual([1, 1]);
    vi.advanceTimersByTime(101);
    expect([connects('a'), connects('b')]).toEqual([2, 2]);
    expect(find('a')!.heard).toContain('relay.reset');
  });

  it('[RELAY-24] [RELAY-45] leaves the others alone while one read relay is connected', () => {
    const { change, find, connects } = play(setOf({ a: 'read', b: 'readwrite', c: 'read' }));
    vi.advanceTimersByTime(1_000);
    change('a', 'given up');
    change('b', 'connected');
    change('c', 'waiting');
    vi.advanceTimersByTime(60_000);
    expect(['a', 'b', 'c'].map(connects)).toEqual([1, 1, 1]);
    expect(['a', 'b', 'c'].flatMap((name) => find(name)!.heard)).not.toContain('relay.reset');
  });

  it('[RELAY-24] reconnects also those that recover or rest while no read relay is connected', () => {
    const { change, connects } = play(setOf({ a: 'read', b: 'read' }));
    vi.advanceTimersByTime(1_000);
    change('a', 'recovering');
    change('b', 'resting');
    vi.advanceTimersByTime(29_100);
    expect([connects('a'), connects('b')]).toEqual([2, 2]);
  });

  it('[RELAY-47] leaves a connection alone that opened again by itself before its turn after a reset', () => {
    const { send, states, opens, breaks, socketOf } = playOverSockets(many(5));
    vi.advanceTimersByTime(1_000);
    const names = Array.from({ length: 5 }, (_, index) => `r${index}`);
    names.forEach(opens);
    vi.advanceTimersByTime(1_000);
    names.forEach(breaks);
    vi.advanceTimersByTime(2_900);
    send({ type: 'relays.reset' });
    vi.advanceTimersByTime(150);
    // the reset opened those anew that had their turn; the others opened by themselves
    names.forEach(opens);
    const sockets = names.map(socketOf);
    vi.advanceTimersByTime(20_000);
    expect(Object.values(states())).toEqual(Array(5).fill('connected'));
    expect(names.map(socketOf)).toEqual(sockets);
  });

  it('[RELAY-44] tries a given-up relay again when that asks, as long as it is read from or somebody needs it', () => {
    const { change, find, connects, send } = play(setOf({ a: 'read', b: 'read', w: 'write' }));
    send({ type: 'relays.want', id: 'p1', relays: [urlOf('w')] });
    vi.advanceTimersByTime(1_000);
    change('a', 'connected');
    for (const name of ['b', 'w']) change(name, 'given up');
    vi.advanceTimersByTime(120_000);
    expect([connects('b'), connects('w')]).toEqual([1, 1]);
    const ask = (name: string) => {
      find(name)!.report({ type: 'connection.due', url: urlOf(name) });
      vi.advanceTimersByTime(100);
    };
    ask('b');
    ask('w');
    expect([connects('b'), connects('w')]).toEqual([2, 2]);
    send({ type: 'relays.release', id: 'p1' });
    change('w', 'given up');
    ask('w');
    send({ type: 'network.back' });
    vi.advanceTimersByTime(100);
    expect(connects('w')).toBe(2);
  });

  it('tells all connections when the network is back, and tries those that are off', () => {
    let back = () => {};
    const connectivity = fromCallback(({ sendBack }) => void (back = () => sendBack({ type: 'network.back' })));
    const { change, find, connects } = play(setOf({ a: 'read', b: 'read', c: 'read' }), connectivity);
    vi.advanceTimersByTime(1_000);
    change('a', 'connected');
    change('b', 'given up');
    change('c', 'not connected');
    back();
    vi.advanceTimersByTime(100);
    expect([connects('a'), connects('b'), connects('c')]).toEqual([1, 2, 2]);
    expect(find('a')!.heard.at(-1)).toBe('network.back');
  });

  it('tries one that said goodbye and is heard, though no notes are read from it, once the network is back', () => {
    const { change, connects, send } = play(setOf({ a: 'read', w: 'write' }));
    vi.advanceTimersByTime(1_000);
    const watch = { type: 'subscription.open', relays: [urlOf('w')], live: true, limitMs: 10_000 } as const;
    send({ ...watch, id: 'messages' });
    vi.advanceTimersByTime(1_000);
    for (const name of ['a', 'w']) change(name, 'not connected');
    send({ type: 'network.back' });
    vi.advanceTimersByTime(1_000);
    expect(connects('w')).toBe(2);
    change('w', 'not connected');
    send({ type: 'subscription.close', id: 'messages' });
    send({ type: 'network.back' });
    vi.advanceTimersByTime(1_000);
    expect(connects('w')).toBe(2);
  });

  it('connects a relay on demand that said goodbye, but not one that was given up', () => {
    const { change, send, connects } = play(setOf({ a: 'read', b: 'read' }));
    vi.advanceTimersByTime(1_000);
    change('a', 'not connected');
    change('b', 'given up');
    send(ask('n1', 'a', 'b'));
    vi.advanceTimersByTime(1_000);
    expect([connects('a'), connects('b')]).toEqual([2, 1]);
  });

  it('[RELAY-21] connects a relay whose permission becomes read-capable', () => {
    const { send, states, context } = play(setOf({ w: 'write' }));
    expect(states()).toEqual({});
    send({ type: 'relay.permit', url: urlOf('w'), permission: 'readwrite' });
    expect(states()).toEqual({ [urlOf('w')]: 'connecting' });
    expect(context().entries).toEqual([{ url: urlOf('w'), permission: 'readwrite', source: 'user' }]);
  });

  it('[RELAY-22] disconnects a relay whose permission stops being read-capable', () => {
    const { send, find } = play(setOf({ a: 'read' }));
    send({ type: 'relay.permit', url: urlOf('a'), permission: 'indexer' });
    expect(find('a')!.heard.at(-1)).toBe('relay.disconnect');
  });

  it('[RELAY-22] leaves one alone that was given up and is no longer read from', () => {
    const { send, change, connects } = play(setOf({ a: 'read' }));
    vi.advanceTimersByTime(100);
    change('a', 'given up');
    send({ type: 'relay.permit', url: urlOf('a'), permission: 'indexer' });
    vi.advanceTimersByTime(100);
    expect(connects('a')).toBe(1);
  });

  it('[RELAY-20] follows a permission through its cycle, connected while it reads', () => {
    const { send, states, find, context, change } = play(setOf({ a: 'read' }));
    const steps = (['write', 'readwrite', 'indexer', 'read'] as const).map((expected) => {
      const { url, permission } = context().entries[0]!;
      expect(nextPermission(permission)).toBe(expected);
      send({ type: 'relay.permit', url, permission: nextPermission(permission) });
      vi.advanceTimersByTime(100);
      if (find('a')!.heard.at(-1) === 'relay.disconnect') change('a', 'not connected');
      return states()[url];
    });
    expect(steps).toEqual(['not connected', 'connecting', 'not connected', 'connecting']);
    expect(context().entries).toEqual([{ url: urlOf('a'), permission: 'read', source: 'user' }]);
  });

  it('[RELAY-28] starts with the saved set, and restores the defaults', () => {
    const saved = setOf({ s: 'readwrite' }).entries;
    const { send, states, context } = play({ ...setOf({ a: 'read' }), saved });
    expect([context().entries, Object.keys(states())]).toEqual([saved, [urlOf('s')]]);
    send({ type: 'relays.restore' });
    vi.advanceTimersByTime(100);
    expect(states()).toEqual({ [urlOf('a')]: 'connecting' });
    expect(context().entries).toEqual(setOf({ a: 'read' }).entries);
  });

  it('takes another set as its own: new relays connect, the rest leave, live subscriptions move', () => {
    const { send, states, find, change } = play(setOf({ a: 'read', b: 'read' }));
    vi.advanceTimersByTime(200);
    change('b', 'connected');
    send({ ...ask('n1', 'a', 'b'), live: true, follows: true } as RelayDirectoryEvent);
    send({ type: 'relays.adopt', entries: setOf({ b: 'write', c: 'read' }).entries });
    vi.advanceTimersByTime(200);
    expect(states()).toEqual({ [urlOf('b')]: 'connected', [urlOf('c')]: 'connecting' });
    expect(find('b')!.heard.at(-1)).toBe('relay.disconnect');
    expect(find('n1')!.heard).toContain('subscription.move');
  });

  it('makes an entry of the app the own one of the user', () => {
    const entry = { url: urlOf('a'), permission: 'read', source: 'advisor' } as const;
    const { send, context } = play({ entries: [entry], profile: [] });
    send({ type: 'relay.permit', url: urlOf('a'), permission: 'read' });
    expect(context().entries).toEqual([{ ...entry, source: 'user' }]);
  });

  it('[RELAY-23] hurries a connect that was asked for in the settings', () => {
    const { send, find, change } = play(setOf({ a: 'read' }));
    vi.advanceTimersByTime(100);
    change('a', 'given up');
    send({ type: 'relay.retry', url: urlOf('a') });
    expect(find('a')!.heard).toEqual(['relay.connect', 'relay.hurry', 'relay.connect']);
    send({ type: 'relay.add', entry: { url: urlOf('b'), permission: 'read', source: 'user' } });
    expect(find('b')!.heard).toContain('relay.hurry');
  });

  it('calls a relay that rests for a request of the user alone', () => {
    const { send, find, change } = play(setOf({ a: 'read' }));
    vi.advanceTimersByTime(100);
    change('a', 'resting');
    send(ask('n1', 'a'));
    expect(find('n1')!.heard).toContain('relay.unreachable');
    send({ type: 'network.back' });
    vi.advanceTimersByTime(1_000);
    expect(find('a')!.heard).toEqual(['relay.connect', 'network.back']);
    send({ type: 'relay.retry', url: urlOf('a') });
    vi.advanceTimersByTime(1_000);
    expect(find('a')!.heard.slice(-2)).toEqual(['relay.hurry', 'relay.connect']);
  });

  it('adds, removes and restores relays', () => {
    const { send, states, context } = play(setOf({ a: 'read', w: 'write' }));
    send({ type: 'relay.add', entry: { url: urlOf('b'), permission: 'read' } });
    send({ type: 'relay.add', entry: { url: urlOf('b'), permission: 'write' } });
    send({ type: 'relay.remove', url: urlOf('a') });
    vi.advanceTimersByTime(200);
    expect(states()).toEqual({ [urlOf('b')]: 'connecting' });
    expect(context().entries.map(({ url }) => url)).toEqual([urlOf('w'), urlOf('b')]);
    expect(context().removed).toBe(urlOf('a'));
    send({ type: 'relays.restore' });
    vi.advanceTimersByTime(200);
    expect(states()).toEqual({ [urlOf('a')]: 'connecting' });
    expect(context().entries).toEqual(setOf({ a: 'read', w: 'write' }).entries);
    expect(context().removed).toBeUndefined();
  });

  it('[RELAY-47] tries again what failed on a reset, which a restore of the defaults brings with it', () => {
    for (const type of ['relays.reset', 'relays.restore'] as const) {
      const { send, find, change } = play(setOf({ a: 'read', b: 'read' }));
      vi.advanceTimersByTime(200);
      change('a', 'given up');
      change('b', 'resting');
      send({ type });
      vi.advanceTimersByTime(200);
      for (const name of ['a', 'b'])
        expect(
          find(name)!
            .heard.filter((type) => /reset|connect/.test(type))
            .slice(-2),
        ).toEqual(['relay.reset', 'relay.connect']);
    }
  });

  it('[RELAY-47] calls also those again after a reset that waited and are not read from', () => {
    const { send, change, connects } = play(setOf({ w: 'write' }));
    send({ type: 'relays.want', id: 'p1', relays: [urlOf('w')] });
    vi.advanceTimersByTime(100);
    change('w', 'waiting');
    send({ type: 'relays.reset' });
    vi.advanceTimersByTime(100);
    expect(connects('w')).toBe(2);
  });

  it('[RELAY-47] resets all connections', () => {
    const { send, children } = play(many(3));
    send({ type: 'relays.reset' });
    expect(children.every(({ heard }) => heard.includes('relay.reset'))).toBe(true);
  });

  it('[RELAY-48] has the open connections checked for staleness', () => {
    const { send, change, find } = play(many(2));
    change('r0', 'connected');
    send({ type: 'relays.clean' });
    expect([find('r0')!.heard.at(-1), find('r1')!.heard.at(-1)]).toEqual(['relay.check', undefined]);
  });

  it('keeps relays connected that somebody needs, until they are released', () => {
    const { send, states, change } = play(setOf({ r: 'read' }));
    send({ type: 'relays.want', id: 'p1', relays: [urlOf('guest')] });
    vi.advanceTimersByTime(1_000);
    change('guest', 'connected');
    vi.advanceTimersByTime(59_000);
    expect(states()[urlOf('guest')]).toBe('connected');
    send({ type: 'relays.release', id: 'p1' });
    vi.advanceTimersByTime(60_000);
    expect(states()[urlOf('guest')]).toBeUndefined();
  });

  it('tells a subscription at once that a relay failed and is not tried for now', () => {
    const { send, change, find } = play(setOf({ a: 'read', b: 'read' }));
    vi.advanceTimersByTime(1_000);
    send(ask('n1', 'a', 'b'));
    change('a', 'waiting');
    expect(find('n1')!.heard).toEqual(['relay.unreachable']);
    change('b', 'given up');
    send(ask('n2', 'b'));
    expect(find('n2')!.heard).toEqual(['relay.unreachable']);
  });

  it('moves the subscriptions that follow the read relays whenever those change', () => {
    const { send, context, find } = play(setOf({ a: 'read', w: 'write' }));
    const watch = { type: 'subscription.open', relays: [urlOf('a')], live: true, limitMs: 10_000 } as const;
    send({ ...watch, id: 'n1', follows: true });
    send({ ...watch, id: 'n2' });
    const relays = () => context().subscriptions['n1']!.relays;
    send({ type: 'relay.add', entry: { url: urlOf('b'), permission: 'read' } });
    expect(relays()).toEqual([urlOf('a'), urlOf('b')]);
    send({ type: 'relay.permit', url: urlOf('w'), permission: 'readwrite' });
    expect(relays()).toEqual([urlOf('a'), urlOf('w'), urlOf('b')]);
    send({ type: 'relay.permit', url: urlOf('w'), permission: 'write' });
    send({ type: 'relay.remove', url: urlOf('a') });
    expect(relays()).toEqual([urlOf('b')]);
    send({ type: 'relays.restore' });
    expect(relays()).toEqual([urlOf('a')]);
    expect(find('n1')!.heard).toEqual(Array(5).fill('subscription.move'));
    expect([find('n2')!.heard, context().subscriptions['n2']!.relays]).toEqual([[], [urlOf('a')]]);
  });

  it('opens a subscription once', () => {
    const { send, children } = play(setOf({ a: 'read' }));
    send(ask('n1', 'a'));
    send(ask('n1', 'a'));
    expect(children.filter(({ id }) => id === 'n1')).toHaveLength(1);
  });

  it('stops every child when it is destroyed', () => {
    const { send, children, actor } = play(many(3));
    send(ask('n1', 'r0'));
    send({ type: 'relays.destroy' });
    expect([actor.getSnapshot().status, children]).toEqual(['done', []]);
  });

  it('starts a connection that failed inside the app again after 5 s', () => {
    const { children, states, send } = play(setOf({ a: 'read' }));
    send({ type: `xstate.error.actor.${urlOf('a')}`, actorId: urlOf('a'), error: new Error('bug') });
    expect(children).toEqual([]);
    vi.advanceTimersByTime(4_999);
    expect(states()).toEqual({});
    vi.advanceTimersByTime(1);
    expect(states()).toEqual({ [urlOf('a')]: 'connecting' });
  });

  it('outlives a connection with a bug', () => {
    let attempts = 0;
    const broken = createMachine({
      on: {
        'relay.connect': {
          actions: () => {
            attempts += 1;
            throw new Error('bug');
          },
        },
      },
    });
    const machine = relayDirectoryMachine.provide({
      actors: { 'relay-connection': broken, connectivity: fromCallback(() => {}) } as never,
    });
    const actor = createActor(machine, { input: setOf({ a: 'read' }) }).start();
    vi.advanceTimersByTime(11_000);
    expect([actor.getSnapshot().status, attempts]).toEqual(['active', 3]);
  });

  it('starts a subscription that failed inside the app again after 3 s, unless it was closed', () => {
    const { send, find } = play(setOf({ a: 'read' }));
    for (const id of ['n1', 'n2']) {
      send(ask(id, 'a'));
      send({ type: `xstate.error.actor.${id}`, actorId: id, error: new Error('bug') });
    }
    expect([find('n1'), find('n2')]).toEqual([undefined, undefined]);
    send({ type: 'subscription.close', id: 'n2' });
    vi.advanceTimersByTime(3_000);
    expect([find('n1')?.kind, find('n2')]).toEqual(['subscription', undefined]);
  });

  it('works on when the network cannot be watched', () => {
    const { actor } = play(setOf({ a: 'read' }), relayDirectoryMachine.implementations.actors.connectivity as never);
    expect(actor.getSnapshot().status).toBe('active');
  });
});
