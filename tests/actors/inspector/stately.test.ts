import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, createMachine, fromPromise, setup, type AnyActorRef } from 'xstate';
import type { LogEntry } from '#domain/inspector/recording.ts';
import { STATELY, STATELY_CONNECTED } from '#domain/inspector/stately.ts';
import { createWorld } from '#domain/inspector/world.ts';
import { observe } from '#actors/inspector/observe.ts';
import { tellStately } from '#ui/inspector/tell-stately.ts';
import { chartOf } from '#tests/support/chart.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

type Message = {
  readonly type: string;
  readonly sessionId: string;
  readonly parentId?: string;
  readonly sourceId?: string;
  readonly rootId: string;
  readonly snapshot?: { readonly children?: object };
  readonly definition?: string;
};

/**
 * What the adapter of @statelyai/inspect 0.7.2 (`createBrowserInspector`) posted when the machine below was opened, shut and
 * opened by its promise; docs/adr/0052-statelys-inspector.md says how it is made anew.
 */
const theirs = JSON.parse(readFileSync('tests/domain/inspector/stately-0.7.2.json', 'utf8')) as readonly Message[];

const door = setup({
  actors: { turn: fromPromise(() => Promise.resolve('turned')) },
  guards: { 'is friend': () => true },
  actions: { ring: () => {} },
}).createMachine({
  id: 'door',
  context: { knocks: 0 },
  type: 'parallel',
  states: {
    lock: {
      initial: 'open',
      states: {
        open: {
          tags: 'open',
          entry: 'ring',
          on: { shut: { target: 'shut', guard: 'is friend', actions: 'ring' } },
        },
        shut: { invoke: { id: 'turn', src: 'turn', onDone: 'open' }, after: { 500: 'open' } },
      },
    },
    lamp: { initial: 'off', states: { off: { initial: 'cold', states: { cold: {} } } } },
  },
});

/** As the package's own page receives: it says that it is there, and takes what has a type and a version as texts. */
const createPage = () => {
  const listeners = new Set<(event: unknown) => void>();
  const received: Message[] = [];
  const page = {
    postMessage: (message: unknown, origin: unknown) => {
      expect(origin).toBe(STATELY.origin);
      const { type, _version } = structuredClone(message) as { type?: unknown; _version?: unknown };
      if (typeof type === 'string' && typeof _version === 'string') received.push(JSON.parse(JSON.stringify(message)));
    },
  };
  const here = {
    addEventListener: (_: string, listener: (event: unknown) => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: (event: unknown) => void) => void listeners.delete(listener),
  };
  const say = (data: unknown, from: unknown = page, origin: string = STATELY.origin) => {
    for (const listener of listeners) listener({ source: from, origin, data });
  };
  return { page: page as never, here: here as never, received, say, listeners };
};

const watched = () => {
  const actor = createActor(door, { id: 'front' }).start();
  const world = createWorld();
  let heard: (more: readonly LogEntry[]) => void = () => {};
  const leave = observe({
    root: actor,
    now: () => Date.now(),
    isHidden: () => false,
    world,
    onEntries: (more) => heard(more),
  });
  const listen = (listener: typeof heard) => {
    heard = listener;
    return { actors: [...world.actors.values()], end: () => (heard = () => {}) };
  };
  const remote = createPage();
  const end = tellStately({
    inspector: { listen },
    page: remote.page,
    here: remote.here,
    chartOf: ({ machine }) => (machine === 'door' ? chartOf(door) : undefined),
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    vi.advanceTimersByTime(200);
  };
  return { ...remote, actor: actor as AnyActorRef, settle, end, leave };
};

/** Without times, which differ, and with ids counted from the first one on. */
const comparable = (messages: readonly Message[]) => {
  const ids = new Map<string, string>();
  const idOf = (id: string | undefined) => id && (ids.get(id) ?? (ids.set(id, `x:${ids.size}`), ids.get(id)));
  return messages.map(({ type, rootId, sessionId, parentId, sourceId, snapshot, definition: _, ...rest }) => ({
    ...rest,
    type,
    rootId: idOf(rootId),
    sessionId: idOf(sessionId),
    ...(parentId && { parentId: idOf(parentId) }),
    ...(sourceId && { sourceId: idOf(sourceId) }),
    createdAt: typeof (rest as { createdAt?: unknown }).createdAt,
    // who runs below is told of by itself
    ...(snapshot && { snapshot: snapshot.children ? { ...snapshot, children: {} } : snapshot }),
  }));
};

const of = (messages: ReturnType<typeof comparable>, id: string, type: string) =>
  messages.filter((message) => message.sessionId === id && message.type === `@xstate.${type}`);

describe("what Stately's page is told", () => {
  it('is what the adapter of its own package says of the same machine', async () => {
    const { actor, say, received, settle, leave } = watched();
    say({ type: STATELY_CONNECTED });
    actor.send({ type: 'shut', by: 'me' });
    await settle();
    const [ours, wanted] = [comparable(received), comparable(theirs)];
    const front = ours[0]!.sessionId!;
    const began = (message: object) => (message as { event?: { type: string } }).event?.type === 'xstate.init';
    expect(of(ours, front, 'actor')).toEqual(of(wanted, 'x:0', 'actor'));
    for (const type of ['event', 'snapshot']) {
      // ours began to listen when the machine had begun
      expect(of(ours, front, type)).toEqual(of(wanted, 'x:0', type).filter((message) => !began(message)));
    }
    const turn = ours.find(({ sessionId }) => sessionId !== front)!.sessionId!;
    // theirs is looked at a little later, when the promise is kept already
    expect(of(ours, turn, 'actor')).toMatchObject([{ name: 'turn', parentId: front, id: null, _version: '0.7.2' }]);
    const kinds = (messages: ReturnType<typeof comparable>, id: string) =>
      messages
        .filter(({ sessionId }) => sessionId === id)
        .map(({ type }) => type)
        .sort();
    expect(kinds(ours, turn)).toEqual(kinds(wanted, 'x:1'));
    leave();
  });

  it('holds a chart and a snapshot from which XState goes on', async () => {
    const { actor, say, received, settle, leave } = watched();
    actor.send({ type: 'shut' });
    await settle();
    say({ type: STATELY_CONNECTED });
    const { definition, snapshot } = received[0]!;
    const again = createActor(createMachine(JSON.parse(definition!) as never), { snapshot: snapshot as never });
    expect(again.start().getSnapshot().value).toEqual((snapshot as { value?: unknown }).value);
    const theirRoot = JSON.parse(theirs[0]!.definition!) as { id: string; states: object };
    const ourRoot = JSON.parse(definition!) as { id: string; states: object };
    expect([ourRoot.id, Object.keys(ourRoot.states).sort()]).toEqual([
      theirRoot.id,
      Object.keys(theirRoot.states).sort(),
    ]);
    leave();
  });

  it('goes to that page alone, once it said that it listens, and ends with the inspector', async () => {
    const { actor, say, received, settle, end, listeners, leave } = watched();
    say({ type: STATELY_CONNECTED }, {});
    say({ type: STATELY_CONNECTED }, undefined, 'https://stately.example');
    for (const odd of [null, 'hello', { type: 'other' }]) say(odd);
    actor.send({ type: 'shut' });
    await settle();
    expect(received).toEqual([]);
    say({ type: STATELY_CONNECTED });
    // all that live now, and of what came before them how it left them
    expect(received.map(({ type }) => type)).toEqual(['@xstate.actor', '@xstate.actor']);
    end();
    actor.send({ type: 'shut' });
    await settle();
    expect([received.length, listeners.size]).toEqual([2, 0]);
    leave();
  });
});
