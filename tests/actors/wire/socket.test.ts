import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, createMachine, type AnyEventObject } from 'xstate';
import { watchConnectivity } from '#actors/wire/connectivity.ts';
import { defineSocket } from '#actors/wire/socket.ts';
import { createFakeSockets } from '#tests/support/fake-socket.ts';
import { readRelays, startRelayLayer } from '#tests/support/relay-layer.ts';

const url = 'wss://one.example';
const impossible = { ids: ['0'.repeat(64)], limit: 1 };

/** One socket actor under a parent that notes what it tells. */
const start = (createSocket?: (url: string) => WebSocket) => {
  const fakes = createFakeSockets();
  const told: AnyEventObject[] = [];
  const frames: string[] = [];
  const wire = { connecting: vi.fn(), opened: vi.fn(), pinged: vi.fn(), ponged: vi.fn(), closed: vi.fn() };
  const logic = defineSocket({
    createSocket: createSocket ?? fakes.create,
    onFrame: (relay, text) => frames.push(`${relay} ${text}`),
    wire,
    now: Date.now,
  });
  const parent = createActor(
    createMachine({
      invoke: { id: 'socket', src: logic, input: { url }, onError: { actions: () => told.push({ type: 'failed' }) } },
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  return {
    fakes,
    told,
    frames,
    wire,
    socket: fakes.of(url),
    stop: () => parent.stop(),
    send: (type: 'socket.ping' | 'socket.check') => parent.getSnapshot().children['socket']!.send({ type }),
  };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

describe('socket', () => {
  it('opens the URL and tells of its life', () => {
    const { socket, told, wire } = start();
    expect(socket.url).toBe('wss://one.example/');
    expect(wire.connecting).toHaveBeenCalledWith(url);
    socket.opens();
    expect(wire.opened).toHaveBeenCalledWith(url, { send: expect.any(Function), abandon: expect.any(Function) });
    socket.closes(1000, 'bye');
    expect(told).toEqual([
      { type: 'socket.opened', at: 1_000_000 },
      { type: 'socket.closed', code: 1000, reason: { code: 'relay-said', words: 'bye' } },
    ]);
    expect(wire.closed).toHaveBeenCalledTimes(1);
  });

  it('takes error and close as one end', () => {
    const { socket, told, wire } = start();
    socket.closes(1006);
    expect(told).toEqual([{ type: 'socket.closed', code: 1006, reason: { code: 'relay-closed', status: 1006 } }]);
    expect(wire.closed).toHaveBeenCalledTimes(1);
  });

  it('sends nothing over a socket that the relay is closing', () => {
    const { socket, told, send, wire } = start();
    socket.opens();
    const { send: say } = wire.opened.mock.calls[0]![1] as { send: (text: string) => void };
    say('["REQ"]');
    socket.readyState = WebSocket.CLOSING;
    say('["REQ"]');
    send('socket.ping');
    socket.says('EOSE', 'last');
    expect(socket.sent).toEqual([['REQ']]);
    socket.closes(1012);
    expect(told.at(-1)).toMatchObject({ type: 'socket.closed', code: 1012 });
  });

  it('lets no secret key out, in any verb', () => {
    const { socket, wire } = start();
    socket.opens();
    const { send: say } = wire.opened.mock.calls[0]![1] as { send: (text: string) => void };
    for (const secret of [`nsec1${'q'.repeat(58)}`, `NCRYPTSEC1${'Q'.repeat(150)}`]) {
      say(JSON.stringify(['REQ', 'n1', { search: secret }]));
      say(JSON.stringify(['EVENT', { content: `x ${secret} y` }]));
      say(JSON.stringify(['AUTH', { tags: [['challenge', secret]] }]));
    }
    expect(socket.sent).toEqual([]);
  });

  it('hands on text frames, without a word to the machine', () => {
    const { socket, told, frames } = start();
    socket.opens();
    for (let count = 0; count < 1_000; count += 1) socket.saysRaw('["x"]');
    socket.saysRaw(new ArrayBuffer(4));
    expect([frames.length, frames[0], told.length]).toEqual([1_000, 'wss://one.example ["x"]', 1]);
  });

  it('[RELAY-56] pings by a REQ for an impossible id and takes any frame as the pong', () => {
    const { socket, told, send } = start();
    socket.opens();
    send('socket.ping');
    expect(socket.sent).toEqual([['REQ', 'ping', impossible]]);
    vi.advanceTimersByTime(50);
    socket.says('NOTICE', 'hello');
    socket.says('EOSE', 'ping');
    expect(told.slice(1)).toEqual([{ type: 'socket.pong', at: 1_000_050 }]);
    expect(socket.sent.at(-1)).toEqual(['CLOSE', 'ping']);
  });

  it('[RELAY-45] [RELAY-57] calls itself stale after 300 s without a frame', () => {
    const { socket, told, send } = start();
    socket.opens();
    vi.advanceTimersByTime(200_000);
    socket.saysRaw('x');
    vi.advanceTimersByTime(300_000);
    send('socket.check');
    expect(told).toHaveLength(1);
    vi.advanceTimersByTime(1);
    send('socket.check');
    expect(told.at(-1)).toEqual({ type: 'socket.stale' });
  });

  it('stops listening and closes the socket when it is stopped', () => {
    const { socket, told, frames, wire, stop } = start();
    socket.opens();
    vi.advanceTimersByTime(9);
    socket.saysRaw('x');
    stop();
    socket.saysRaw('y');
    socket.closes(1006);
    expect([socket.readyState, frames.length, told.length]).toEqual([WebSocket.CLOSED, 1, 1]);
    expect(wire.closed.mock.calls).toEqual([[url, 1_000_009]]);
  });

  it('fails when the browser refuses to make the socket', () => {
    const { told, wire } = start(() => {
      throw new DOMException('insecure', 'SecurityError');
    });
    expect(told).toEqual([{ type: 'failed' }]);
    expect(wire.closed).toHaveBeenCalledTimes(1);
  });
});

describe('keep-alive of the whole layer', () => {
  it('[RELAY-56] replaces a half-open socket after 30 s and 5 s', async () => {
    const fakes = createFakeSockets();
    startRelayLayer({ defaults: readRelays(url), createSocket: fakes.create });
    fakes.of(url).opens();
    await vi.advanceTimersByTimeAsync(34_999);
    expect([fakes.of(url).sent, fakes.of(url).readyState]).toEqual([[['REQ', 'ping', impossible]], WebSocket.OPEN]);
    await vi.advanceTimersByTimeAsync(1);
    expect(fakes.of(url).readyState).toBe(WebSocket.CLOSING);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(fakes.madeFor(url)).toBe(2);
  });

  it('probes at once when the network is back', async () => {
    const fakes = createFakeSockets();
    const { networkBack } = startRelayLayer({ defaults: readRelays(url), createSocket: fakes.create });
    fakes.of(url).opens();
    networkBack();
    await vi.advanceTimersByTimeAsync(0);
    expect(fakes.of(url).sent).toEqual([['REQ', 'ping', impossible]]);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(fakes.madeFor(url)).toBe(2);
  });

  it('[RELAY-44] gives up a dead relay after 3 attempts and [RELAY-24] tries it again at the 30 s check', async () => {
    const fakes = createFakeSockets();
    const { directory } = startRelayLayer({ defaults: readRelays(url), createSocket: fakes.create });
    await vi.advanceTimersByTimeAsync(25_000);
    expect([fakes.madeFor(url), directory.getSnapshot().context.connections]).toEqual([3, { [url]: 'given up' }]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([fakes.madeFor(url), directory.getSnapshot().context.connections]).toEqual([4, { [url]: 'connecting' }]);
  });
});

describe('connectivity', () => {
  it('tells of online and of a tab that comes to the front, until it is stopped', () => {
    const window = new EventTarget();
    const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' as DocumentVisibilityState });
    const told: string[] = [];
    const parent = createActor(
      createMachine({
        invoke: { src: watchConnectivity({ window, document }) },
        on: { '*': { actions: ({ event }) => told.push(event.type) } },
      }),
    ).start();
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(told).toEqual(['network.back']);
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(told).toEqual(['network.back', 'network.back']);
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
    expect(told).toHaveLength(2);
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
    expect(told.splice(2)).toEqual(['relays.destroy']);
    parent.stop();
    window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: false }));
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(told).toHaveLength(2);
  });
});
