import { describe, expect, it } from 'vitest';
import { createActor, createMachine, type AnyActorRef, type AnyStateMachine } from 'xstate';
import { createNameless } from '#domain/inspector/anonymous.ts';
import type { ActorState, LogEntry } from '#domain/inspector/recording.ts';
import { actorMessage, definitionOf, entryMessages } from '#domain/inspector/stately.ts';
import { chartOf } from '#tests/support/chart.ts';
import { inspectorMachine } from '#machines/inspector/inspector.machine.ts';

const URL = 'wss://relay.example';

const door = createMachine({
  id: 'door',
  type: 'parallel',
  states: {
    lock: { initial: 'open', states: { open: { on: { shut: 'shut' } }, shut: { on: { open: 'open' } } } },
    lamp: { initial: 'off', states: { off: { initial: 'cold', states: { cold: {} } } } },
  },
});

const actor: ActorState = {
  id: 'x:1',
  name: URL,
  kind: 'machine',
  machine: 'door',
  status: 'active',
  states: ['door.lock', 'door.lock.shut', 'door.lamp', 'door.lamp.off', 'door.lamp.off.cold'],
  tags: ['shut'],
  context: { url: URL },
  delays: [],
  verdicts: {},
  last: [],
  changed: {},
  startedAt: 5,
};

const entry: LogEntry = {
  seq: 3,
  at: 7,
  actor: 'x:1',
  sender: 'x:0',
  event: 'shut',
  data: { from: URL },
  outcome: 'moved',
};

describe("the messages to Stately's inspector", () => {
  it('tell of an actor with its states as XState writes them, and its chart', () => {
    const message = actorMessage(actor, chartOf(door), 'x:0');
    expect(message).toMatchObject({
      type: '@xstate.actor',
      sessionId: 'x:1',
      rootId: 'x:0',
      name: URL,
      snapshot: { status: 'active', value: { lock: 'shut', lamp: { off: 'cold' } }, context: { url: URL } },
    });
  });

  it('tell of an event, and of the actor after it', () => {
    expect(entryMessages(entry, actor, chartOf(door), 'x:0')).toMatchObject([
      { type: '@xstate.event', sessionId: 'x:1', sourceId: 'x:0', event: { type: 'shut', from: URL } },
      { type: '@xstate.snapshot', sessionId: 'x:1', snapshot: { value: { lock: 'shut' } }, event: { type: 'shut' } },
    ]);
    const started = entryMessages({ ...entry, outcome: 'started', started: actor }, actor, chartOf(door), 'x:0');
    expect(started.map(({ type }) => type)).toEqual(['@xstate.actor', '@xstate.event', '@xstate.snapshot']);
  });

  it('hold charts from which XState makes the same machine again', () => {
    for (const machine of [door, inspectorMachine]) {
      const again = createMachine(definitionOf(chartOf(machine)) as never);
      const ids = (root: { id: string; states: object }): string[] => [
        root.id,
        ...Object.values(root.states).flatMap((child) => ids(child as never)),
      ];
      expect(ids(again.root as never)).toEqual(ids(machine.root as never));
      const first = (made: AnyStateMachine) => (createActor(made) as AnyActorRef).getSnapshot().value as unknown;
      expect(first(again as AnyStateMachine)).toEqual(first(machine as AnyStateMachine));
    }
  });

  it('hold no names and addresses once these were taken away, the same name for the same each time', () => {
    const nameless = createNameless();
    const [one, two] = [nameless.actor(actor), nameless.entry(entry)];
    const all = JSON.stringify([actorMessage(one, undefined, 'x:0'), entryMessages(two, one, undefined, 'x:0')]);
    expect(all).not.toContain('relay.example');
    expect([one.name, one.context, two.data]).toEqual(['relay 1', { url: 'relay 1' }, { from: 'relay 1' }]);
  });
});
