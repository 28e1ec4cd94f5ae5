import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, createEmptyActor, createMachine, fromCallback, type AnyEventObject } from 'xstate';
import { problemText } from '#ui/texts/problem-text.ts';
import type { ConnectionState } from '#machines/relays/connection-lights.ts';
import { relayConnectionMachine } from '#machines/relays/relay-connection.machine.ts';
import {
  socketReconnectMachine,
  type SocketCommand,
  type SocketEnding,
  type SocketFact,
} from '#machines/relays/socket-reconnect.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const url = 'wss://one.example';
const ended = (ending: SocketEnding) => ({
  type: 'xstate.done.actor.socket',
  output: { ending, reason: { code: 'relay-said', words: 'cut' } },
});

const events = [
  { type: 'relay.connect' },
  { type: 'relay.disconnect' },
  { type: 'relay.reset' },
  { type: 'relay.check' },
  { type: 'relay.destroy' },
  { type: 'relay.hurry' },
  { type: 'network.back' },
  { type: 'socket.opened', at: 1 },
  { type: 'socket.alive', at: 2 },
  { type: 'socket.lost', reason: { code: 'relay-said', words: 'cut' } },
  ended('never opened'),
  ended('said goodbye'),
  ended('overloaded'),
  ended('gave up'),
  { type: 'xstate.error.actor.socket', error: new Error('no') },
  { type: 'xstate.after.connectTimeout.relay-connection.active.connecting' },
  { type: 'xstate.after.reconnectDelay.relay-connection.waiting' },
  { type: 'xstate.after.flappingDelay.relay-connection.waiting' },
  { type: 'xstate.after.restDelay.relay-connection.resting' },
  { type: 'xstate.after.retryDelay.relay-connection.given up.pausing' },
];

const lights: Record<ConnectionState, string> = {
  'not connected': 'off',
  connecting: 'wait',
  connected: 'ok',
  recovering: 'wait',
  waiting: 'wait',
  resting: 'bad',
  'given up': 'bad',
  destroyed: 'off',
};

/** Runs the machine under a parent that grants every attempt, over sockets that the test plays. */
const play = () => {
  const tells: ((fact: SocketFact) => void)[] = [];
  const commands: string[] = [];
  const reports: string[] = [];
  const relay = { flaps: false };
  const socket = fromCallback<SocketCommand, { url: string }>(({ sendBack, receive }) => {
    tells.push(sendBack);
    receive((command) => commands.push(command.type));
  });
  const logic = relayConnectionMachine.provide({
    guards: { 'is steady': () => !relay.flaps },
    actors: { 'socket-reconnect': socketReconnectMachine.provide({ actors: { socket } }) },
  });
  const parent = createActor(
    createMachine({
      invoke: { id: 'connection', src: logic, input: ({ self }) => ({ url, parent: self }) },
      on: {
        '*': {
          actions: ({ event, self }: { event: AnyEventObject; self: { getSnapshot(): any } }) => {
            reports.push(event['state'] ?? event.type);
            if (event.type === 'connection.due') self.getSnapshot().children.connection.send({ type: 'relay.connect' });
          },
        },
      },
    }),
  ).start();
  const actor = parent.getSnapshot().children['connection'] as ReturnType<
    typeof createActor<typeof relayConnectionMachine>
  >;
  const now = () => actor.getSnapshot();
  const breaks = () =>
    tells.at(-1)!({ type: 'socket.closed', code: 1006, reason: { code: 'relay-said', words: 'cut' } });
  return {
    actor,
    relay,
    reports,
    commands,
    made: () => tells.length,
    state: () => reports.findLast((report) => report in lights),
    status: () => now().context,
    opens: (at = 0) => tells.at(-1)!({ type: 'socket.opened', at }),
    tell: (fact: SocketFact) => tells.at(-1)!(fact),
    breaks,
    /** None of the attempts led to anything. */
    givesUp() {
      actor.send({ type: 'relay.connect' });
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        breaks();
        vi.advanceTimersByTime(attempt < 3 ? 5_000 : 0);
      }
    },
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('relay-connection machine', () => {
  it('[RELAY-46] reaches every state and transition, each state with its light', () => {
    const flapping = 'wss://flaps.example';
    const machine = relayConnectionMachine.provide({
      guards: { 'is steady': ({ context }) => context.url !== flapping },
    });
    expectFullCoverage(machine, {
      inputs: [url, flapping].map((one) => ({ url: one, parent: createEmptyActor() })),
      events,
      identity: ({ connectionAttempts, lastError, hurried, goodbyes, overloads }) => [
        Math.min(connectionAttempts, 4),
        lastError !== undefined,
        hurried,
        goodbyes > 0,
        overloads > 0,
      ],
      check: (snapshot) => {
        const states: ConnectionState[] = (Object.keys(lights) as ConnectionState[]).filter(
          (state) => snapshot.matches(state as never) || snapshot.matches({ active: state } as never),
        );
        const [state] = states as [ConnectionState];
        expect(states).toHaveLength(1);
        expect([...snapshot.tags]).toEqual([lights[state]]);
        expect(snapshot.context.connected).toBe(state === 'connected');
      },
    });
  });

  it('[RELAY-01] keeps url, connected, connectionAttempts, lastConnected, lastError and lastHealthCheck', () => {
    const { actor, status, opens, tell, breaks } = play();
    const untouched = { url, connected: false, connectionAttempts: 0, lastConnected: undefined, lastError: undefined };
    expect(status()).toMatchObject({ ...untouched, lastHealthCheck: undefined });
    actor.send({ type: 'relay.connect' });
    expect(status()).toMatchObject({ ...untouched, connectionAttempts: 1, lastHealthCheck: undefined });
    opens(7_000);
    expect(status()).toMatchObject({ connected: true, lastConnected: 7_000, lastHealthCheck: 7_000 });
    vi.advanceTimersByTime(30_000);
    tell({ type: 'socket.pong', at: 37_000 });
    const open = { url, connected: true, connectionAttempts: 0, lastConnected: 7_000, lastHealthCheck: 37_000 };
    expect(status()).toMatchObject({ ...open, lastError: undefined });
    breaks();
    expect(status()).toMatchObject({ ...open, connected: false, lastError: { code: 'relay-said', words: 'cut' } });
  });

  it('[RELAY-42] fails an attempt that is not open after 5000 ms', () => {
    const { actor, state, status } = play();
    actor.send({ type: 'relay.connect' });
    vi.advanceTimersByTime(4_999);
    expect(state()).toBe('connecting');
    vi.advanceTimersByTime(1);
    expect(state()).toBe('waiting');
    expect(problemText(status().lastError)).toBe('Connection timeout after 5000ms for wss://one.example');
  });

  it('[RELAY-43] waits 5000 ms before the next attempt', () => {
    const { actor, breaks, made } = play();
    actor.send({ type: 'relay.connect' });
    breaks();
    vi.advanceTimersByTime(4_999);
    expect(made()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(made()).toBe(2);
  });

  it('[RELAY-44] gives up after 3 attempts', () => {
    const { actor, breaks, made, state, status } = play();
    actor.send({ type: 'relay.connect' });
    for (const attempt of [1, 2, 3]) {
      expect([made(), status().connectionAttempts]).toEqual([attempt, attempt]);
      breaks();
      vi.advanceTimersByTime(5_000);
    }
    expect([made(), state()]).toEqual([3, 'given up']);
    expect(problemText(status().lastError)).toBe('Max connection attempts (3) exceeded for wss://one.example');
  });

  it('[RELAY-47] clears counters and errors on reset, and may then try again', () => {
    const { actor, breaks, made, state, status } = play();
    actor.send({ type: 'relay.connect' });
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      breaks();
      vi.advanceTimersByTime(5_000);
    }
    actor.send({ type: 'relay.reset' });
    expect([state(), status().connectionAttempts, status().lastError]).toEqual(['not connected', 0, undefined]);
    actor.send({ type: 'relay.connect' });
    expect([state(), made()]).toEqual(['connecting', 4]);
  });

  it('[RELAY-44] [RELAY-47] counts its attempts anew after it was disconnected, and after a reset during one', () => {
    for (const type of ['relay.disconnect', 'relay.reset'] as const) {
      const { actor, breaks, status } = play();
      actor.send({ type: 'relay.connect' });
      breaks();
      vi.advanceTimersByTime(5_000);
      expect(status().connectionAttempts).toBe(2);
      actor.send({ type });
      expect(status().connectionAttempts).toBe(0);
    }
  });

  it('keeps an open socket on reset', () => {
    const { actor, opens, made, state } = play();
    actor.send({ type: 'relay.connect' });
    opens();
    actor.send({ type: 'relay.reset' });
    expect([state(), made()]).toEqual(['connected', 1]);
  });

  it('[RELAY-48] asks an open socket whether it is stale', () => {
    const { actor, opens, commands, tell, state } = play();
    actor.send({ type: 'relay.connect' });
    opens();
    actor.send({ type: 'relay.check' });
    expect(commands).toEqual(['socket.check']);
    tell({ type: 'socket.stale' });
    expect(state()).toBe('recovering');
  });

  it('[RELAY-61] recovers an open socket that broke, with at most 5 attempts', () => {
    const { actor, opens, breaks, made, state, status } = play();
    actor.send({ type: 'relay.connect' });
    opens();
    breaks();
    expect(state()).toBe('recovering');
    vi.advanceTimersByTime(3_000);
    opens(9);
    expect([state(), made(), status().lastConnected]).toEqual(['connected', 2, 9]);
    // the first attempt was made above: four are left until a pong
    for (const tries of [2, 3, 4, 5]) {
      breaks();
      expect(state()).toBe('recovering');
      vi.advanceTimersByTime(3_000 * tries);
    }
    breaks();
    vi.advanceTimersByTime(29_999);
    expect([state(), made()]).toEqual(['given up', 6]);
  });

  it('[RELAY-44] asks for one more attempt after it gave up, each time later', () => {
    const { givesUp, breaks, made } = play();
    givesUp();
    const waits = [30, 60, 120, 240, 480, 960, 1_800, 1_800];
    for (const [index, seconds] of waits.entries()) {
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      expect(made()).toBe(3 + index);
      vi.advanceTimersByTime(1);
      expect(made()).toBe(4 + index);
      breaks();
    }
  });

  it('[RELAY-44] says once that it gave up, not again when it asks for one more attempt', () => {
    const { givesUp, reports } = play();
    givesUp();
    reports.length = 0;
    vi.advanceTimersByTime(30_000);
    expect(reports).toEqual(['connection.due', 'connecting']);
  });

  it('[RELAY-44] asks again and again while there is no room for one more attempt', () => {
    const heard: string[] = [];
    const parent = createActor(fromCallback(({ receive }) => receive(({ type }) => heard.push(type)))).start();
    const socket = fromCallback<SocketCommand, { url: string }>(() => {});
    const logic = relayConnectionMachine.provide({
      actors: { 'socket-reconnect': socketReconnectMachine.provide({ actors: { socket } }) },
    });
    const actor = createActor(logic, { input: { url, parent } }).start();
    actor.send({ type: 'relay.connect' });
    actor.send(ended('gave up') as never);
    heard.length = 0;
    vi.advanceTimersByTime(90_000);
    expect(heard).toEqual(Array(3).fill('connection.due'));
  });

  it('[RELAY-47] a reset clears errors and counters also of one that waits, and tries of one that recovers', () => {
    const waits = play();
    waits.actor.send({ type: 'relay.connect' });
    waits.breaks();
    waits.actor.send({ type: 'relay.reset' });
    expect([waits.state(), waits.status().lastError]).toEqual(['not connected', undefined]);

    const recovers = play();
    recovers.actor.send({ type: 'relay.connect' });
    recovers.opens();
    recovers.breaks();
    recovers.actor.send({ type: 'relay.reset' });
    expect(recovers.status().lastError).toBeUndefined();
    recovers.actor.send({ type: 'relay.connect' });
    expect([recovers.state(), recovers.made()]).toEqual(['connecting', 2]);
  });

  it('[RELAY-23] tries 3 times, 2 s apart, when somebody waits for it in the settings, then is disconnected', () => {
    const { actor, breaks, made, state, status } = play();
    actor.send({ type: 'relay.hurry' });
    actor.send({ type: 'relay.connect' });
    for (const attempt of [1, 2]) {
      expect(made()).toBe(attempt);
      breaks();
      vi.advanceTimersByTime(1_999);
      expect(made()).toBe(attempt);
      vi.advanceTimersByTime(1);
    }
    breaks();
    vi.advanceTimersByTime(29_999);
    expect([made(), state(), status().connected]).toEqual([3, 'given up', false]);
  });

  it('[RELAY-23] counts the attempt that was under way when somebody began to wait as the first of the 3', () => {
    const { actor, breaks, made, state, status } = play();
    actor.send({ type: 'relay.connect' });
    actor.send({ type: 'relay.hurry' });
    for (const attempt of [1, 2, 3]) {
      expect([made(), status().connectionAttempts]).toEqual([attempt, attempt]);
      breaks();
      vi.advanceTimersByTime(2_000);
    }
    expect([made(), state()]).toEqual([3, 'given up']);
  });

  it('[RELAY-23] has all 3 attempts when two failed by themselves before somebody waited for it', () => {
    const { actor, breaks, made, state } = play();
    actor.send({ type: 'relay.connect' });
    breaks();
    vi.advanceTimersByTime(5_000);
    breaks();
    expect([made(), state()]).toEqual([2, 'waiting']);
    actor.send({ type: 'relay.hurry' });
    actor.send({ type: 'relay.connect' });
    for (const attempt of [3, 4, 5]) {
      expect([made(), state()]).toEqual([attempt, 'connecting']);
      breaks();
      vi.advanceTimersByTime(2_000);
    }
    expect([made(), state()]).toEqual([5, 'given up']);
  });

  it('takes its usual time again once a hurried connect was given up or open', () => {
    const { actor, opens, breaks, made } = play();
    actor.send({ type: 'relay.connect' });
    opens();
    actor.send({ type: 'relay.hurry' });
    actor.send({ type: 'relay.disconnect' });
    actor.send({ type: 'relay.connect' });
    breaks();
    vi.advanceTimersByTime(4_999);
    expect(made()).toBe(2);
    vi.advanceTimersByTime(1);
    expect(made()).toBe(3);
  });

  it('[RELAY-62] pauses a minute when a flapping relay breaks again, 3 s when it no longer flaps', () => {
    const { actor, relay, opens, breaks, made, state } = play();
    actor.send({ type: 'relay.connect' });
    opens();
    relay.flaps = true;
    breaks();
    vi.advanceTimersByTime(59_999);
    expect([made(), state()]).toEqual([1, 'waiting']);
    vi.advanceTimersByTime(1);
    opens();
    expect([made(), state()]).toEqual([2, 'connected']);
    relay.flaps = false;
    breaks();
    vi.advanceTimersByTime(3_000);
    expect(made()).toBe(3);
  });

  it('pauses a minute also when a flapping relay does not open, but not when somebody waits for it', () => {
    const { actor, relay, breaks, made } = play();
    relay.flaps = true;
    actor.send({ type: 'relay.connect' });
    breaks();
    vi.advanceTimersByTime(59_999);
    expect(made()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(made()).toBe(2);
    actor.send({ type: 'relay.hurry' });
    breaks();
    vi.advanceTimersByTime(2_000);
    expect(made()).toBe(3);
  });

  it('needs the slot is steady', () => {
    const actor = createActor(relayConnectionMachine, { input: { url, parent: createEmptyActor() } });
    const failed = vi.fn<(error: unknown) => void>();
    actor.subscribe({ error: failed });
    actor.start();
    actor.send({ type: 'relay.connect' });
    vi.advanceTimersByTime(10_000);
    expect(String(failed.mock.calls[0]?.[0])).toContain("The slot 'is steady' is not provided");
  });

  describe('[RELAY-59] a relay that says goodbye again and again', () => {
    const goodbye = { type: 'socket.closed', code: 1000, reason: { code: 'relay-said', words: 'bye' } } as const;
    const sayGoodbye = ({ actor, opens, tell }: ReturnType<typeof play>) => {
      actor.send({ type: 'relay.connect' });
      opens();
      tell(goodbye);
    };

    it('is left alone for longer each time, and stays off then', () => {
      const it_ = play();
      sayGoodbye(it_);
      expect(it_.state()).toBe('not connected');
      for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
        sayGoodbye(it_);
        vi.advanceTimersByTime(seconds * 1_000 - 1);
        expect(it_.state()).toBe('resting');
        vi.advanceTimersByTime(1);
        expect(it_.state()).toBe('not connected');
      }
      const made = it_.made();
      vi.advanceTimersByTime(600_000);
      expect(it_.made()).toBe(made);
    });

    it('is trusted again after a pong, or a reset', () => {
      const it_ = play();
      sayGoodbye(it_);
      it_.actor.send({ type: 'relay.connect' });
      it_.opens();
      vi.advanceTimersByTime(30_000);
      it_.tell({ type: 'socket.pong', at: 1 });
      it_.tell(goodbye);
      expect(it_.state()).toBe('not connected');
      sayGoodbye(it_);
      expect(it_.state()).toBe('resting');
      it_.actor.send({ type: 'relay.reset' });
      expect([it_.state(), it_.status().lastError]).toEqual(['not connected', undefined]);
      sayGoodbye(it_);
      expect(it_.state()).toBe('not connected');
    });
  });

  it('leaves a relay alone for a while that sends too much in vain, twice as long the next time', () => {
    const { actor, opens, tell, made, state, status } = play();
    const floods = () => {
      opens();
      tell({ type: 'socket.overloaded', reason: { code: 'relay-in-vain' } });
    };
    actor.send({ type: 'relay.connect' });
    floods();
    expect([state(), status().lastError]).toEqual(['resting', { code: 'relay-in-vain' }]);
    actor.send({ type: 'network.back' });
    vi.advanceTimersByTime(60_000);
    expect([state(), made()]).toEqual(['waiting', 1]);
    vi.advanceTimersByTime(5_000);
    expect(made()).toBe(2);
    floods();
    vi.advanceTimersByTime(119_999);
    expect(state()).toBe('resting');
    actor.send({ type: 'relay.connect' });
    expect(state()).toBe('connecting');
  });

  it('[RELAY-59] stays off after the relay said goodbye', () => {
    const { actor, opens, tell, made, state } = play();
    actor.send({ type: 'relay.connect' });
    opens();
    tell({ type: 'socket.closed', code: 1001, reason: { code: 'relay-said', words: 'restart' } });
    vi.advanceTimersByTime(600_000);
    expect([state(), made()]).toEqual(['not connected', 1]);
  });

  it('tries at once when the network is back', () => {
    const { actor, breaks, made } = play();
    actor.send({ type: 'relay.connect' });
    breaks();
    actor.send({ type: 'network.back' });
    expect(made()).toBe(2);
  });
});
