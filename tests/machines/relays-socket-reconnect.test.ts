import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, createEmptyActor, fromCallback } from 'xstate';
import {
  socketReconnectMachine,
  type SocketCommand,
  type SocketFact,
} from '#machines/relays/socket-reconnect.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const url = 'wss://one.example';
const input = { url, parent: createEmptyActor() };

const events = [
  { type: 'socket.opened', at: 1 },
  { type: 'socket.closed', code: 1006, reason: { code: 'relay-said', words: 'cut' } },
  { type: 'socket.closed', code: 1000, reason: { code: 'relay-said', words: 'bye' } },
  { type: 'socket.pong', at: 2 },
  { type: 'socket.stale' },
  { type: 'socket.overloaded', reason: { code: 'relay-in-vain' } },
  { type: 'socket.check' },
  { type: 'network.back' },
  { type: 'xstate.error.actor.socket', error: new Error('no') },
  { type: 'xstate.after.connectTimeout.socket-reconnect.attached.connecting' },
  { type: 'xstate.after.reconnectDelay.socket-reconnect.reconnecting' },
  { type: 'xstate.after.pingInterval.socket-reconnect.attached.connected.keep-alive.quiet' },
  { type: 'xstate.after.pongTimeout.socket-reconnect.attached.connected.keep-alive.probing' },
  { type: 'xstate.after.cleanupInterval.socket-reconnect.attached.connected.cleanup.pausing' },
];

/** Runs the machine over sockets that the test plays. */
const play = () => {
  const commands: SocketCommand['type'][] = [];
  const tells: ((fact: SocketFact) => void)[] = [];
  let open = 0;
  const socket = fromCallback<SocketCommand, { url: string }>(({ sendBack, receive }) => {
    open += 1;
    tells.push(sendBack);
    receive((command) => commands.push(command.type));
    return () => void (open -= 1);
  });
  const actor = createActor(socketReconnectMachine.provide({ actors: { socket } }), { input });
  actor.start();
  return {
    actor,
    commands,
    made: () => tells.length,
    open: () => open,
    tell: (fact: SocketFact) => tells.at(-1)!(fact),
    opens: () => tells.at(-1)!({ type: 'socket.opened', at: 0 }),
    breaks: () => tells.at(-1)!({ type: 'socket.closed', code: 1006, reason: { code: 'relay-said', words: 'cut' } }),
    is: () => {
      const { value } = actor.getSnapshot();
      return typeof value === 'string'
        ? value
        : Object.keys(value.attached as object)[0] === 'connected'
          ? 'connected'
          : 'connecting';
    },
  };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('socket-reconnect machine', () => {
  it('[RELAY-58] reaches connecting, connected, reconnecting, removed and every transition', () => {
    expectFullCoverage(socketReconnectMachine, {
      input,
      events,
      identity: ({ attempt, wasOpen }) => [attempt, wasOpen],
      check: (snapshot) => {
        const tag = snapshot.matches('removed') ? 'off' : snapshot.matches({ attached: 'connected' }) ? 'ok' : 'wait';
        expect([...snapshot.tags]).toEqual([tag]);
      },
    });
  });

  it('needs the slot socket', () => {
    const actor = createActor(socketReconnectMachine, { input }).start();
    expect(actor.getSnapshot().output).toEqual({ ending: 'never opened', reason: { code: 'socket-refused' } });
  });

  it('[RELAY-53] gives a socket 10 s to connect', () => {
    const { actor, made, breaks, opens, is } = play();
    opens();
    breaks();
    vi.advanceTimersByTime(3_000);
    expect([is(), made()]).toEqual(['connecting', 2]);
    vi.advanceTimersByTime(9_999);
    expect(is()).toBe('connecting');
    vi.advanceTimersByTime(1);
    expect([is(), actor.getSnapshot().context.reason]).toEqual(['reconnecting', { code: 'socket-late' }]);
  });

  it('leaves a socket that never opened to the connection that waits for it', () => {
    const { actor, breaks, open } = play();
    breaks();
    expect([actor.getSnapshot().output, open()]).toEqual([
      { ending: 'never opened', reason: { code: 'relay-said', words: 'cut' } },
      0,
    ]);
  });

  it('[RELAY-54] reconnects after 3 s times the attempt', () => {
    const { made, opens, breaks } = play();
    opens();
    for (const attempt of [1, 2, 3, 4, 5]) {
      breaks();
      vi.advanceTimersByTime(3_000 * attempt - 1);
      expect(made()).toBe(attempt);
      vi.advanceTimersByTime(1);
      expect(made()).toBe(attempt + 1);
    }
  });

  it('[RELAY-55] gives up after 5 reconnects', () => {
    const { actor, made, opens, breaks, is } = play();
    opens();
    for (const attempt of [1, 2, 3, 4, 5]) {
      breaks();
      vi.advanceTimersByTime(3_000 * attempt);
    }
    breaks();
    expect([is(), made(), actor.getSnapshot().output?.ending]).toEqual(['removed', 6, 'gave up']);
  });

  it('counts attempts anew only once an opened socket has answered a ping', () => {
    const { actor, opens, breaks, tell } = play();
    opens();
    breaks();
    vi.advanceTimersByTime(3_000);
    opens();
    expect(actor.getSnapshot().context.attempt).toBe(1);
    vi.advanceTimersByTime(30_000);
    tell({ type: 'socket.pong', at: 5 });
    expect(actor.getSnapshot().context.attempt).toBe(0);
  });

  it('[RELAY-56] pings every 30 s and wants a pong within 5 s', () => {
    const { commands, opens, tell, is } = play();
    opens();
    vi.advanceTimersByTime(29_999);
    expect(commands).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(commands).toEqual(['socket.ping']);
    vi.advanceTimersByTime(4_999);
    tell({ type: 'socket.pong', at: 0 });
    vi.advanceTimersByTime(30_000);
    expect(commands.filter((type) => type === 'socket.ping')).toHaveLength(2);
    vi.advanceTimersByTime(4_999);
    expect(is()).toBe('connected');
    vi.advanceTimersByTime(1);
    expect(is()).toBe('reconnecting');
  });

  it('[RELAY-57] looks every 60 s whether the socket is stale, and opens a stale one anew', () => {
    const { commands, opens, tell, is } = play();
    opens();
    const checks = () => commands.filter((type) => type === 'socket.check').length;
    for (const expected of [1, 2]) {
      vi.advanceTimersByTime(30_000);
      tell({ type: 'socket.pong', at: 0 });
      vi.advanceTimersByTime(29_999);
      expect(checks()).toBe(expected - 1);
      vi.advanceTimersByTime(1);
      tell({ type: 'socket.pong', at: 0 });
      expect(checks()).toBe(expected);
    }
    tell({ type: 'socket.stale' });
    expect(is()).toBe('reconnecting');
  });

  it.each([1000, 1001])('[RELAY-59] does not reconnect after close code %i', (code) => {
    const { actor, made, opens, tell, is } = play();
    opens();
    tell({ type: 'socket.closed', code, reason: { code: 'relay-said', words: 'bye' } });
    vi.advanceTimersByTime(600_000);
    expect([is(), made(), actor.getSnapshot().output]).toEqual([
      'removed',
      1,
      { ending: 'said goodbye', reason: { code: 'relay-said', words: 'bye' } },
    ]);
  });

  it('probes an open socket and hurries a broken one when the network is back', () => {
    const { actor, commands, opens, breaks, made } = play();
    opens();
    actor.send({ type: 'network.back' });
    expect(commands).toEqual(['socket.ping']);
    breaks();
    actor.send({ type: 'network.back' });
    expect(made()).toBe(2);
  });

  it('never holds more than one socket', () => {
    const { opens, breaks, open } = play();
    opens();
    expect(open()).toBe(1);
    breaks();
    expect(open()).toBe(0);
    vi.advanceTimersByTime(3_000);
    expect(open()).toBe(1);
  });
});
