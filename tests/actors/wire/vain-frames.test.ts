import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  FRAME_MAX_BYTES,
  NONSENSE_WEIGHT,
  VAIN_EVENTS_MAX,
  VAIN_MESSAGES_MAX,
  VAIN_WINDOW_MS,
} from '#domain/relays/relays-limits.ts';
import type { FakeSocket } from '#tests/support/fake-socket.ts';
import { noteOf, startOverFakes } from '#tests/support/relay-layer.ts';

const one = 'wss://one.example';
const two = 'wss://two.example';
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** Two relays with one live REQ; what `one` sends until its socket is closed. */
const start = async () => {
  const layer = await startOverFakes([one, two]);
  const events: number[] = [];
  layer.requests.watch({ filters: [{ kinds: [1] }], onEvent: ({ created_at }) => events.push(created_at) });
  const socket = layer.relay(one);
  /** how many frames it took */
  const sendUntilClosed = async (send: (socket: FakeSocket, count: number) => void, most = 50_000) => {
    for (let count = 1; count <= most; count += 1) {
      send(socket, count);
      if (count % 100 === 0) await settle();
      if (socket.readyState !== WebSocket.OPEN) return count;
    }
    return most;
  };
  const state = () => layer.directory.getSnapshot().context.connections[one];
  return { ...layer, events, socket, sendUntilClosed, state };
};

describe('a relay that sends what leads to nothing', () => {
  it.each<[string, (socket: FakeSocket, count: number) => void]>([
    ['answers to nothing', (socket) => socket.says('EOSE', 'n1')],
    ['notices', (socket, count) => socket.says('NOTICE', `notice ${count}`)],
    ['challenges', (socket, count) => socket.says('AUTH', `challenge ${count}`)],
    ['verdicts on nothing', (socket) => socket.says('OK', 'x', true, '')],
  ])('is closed after a number of frames and rests: %s', async (_, send) => {
    const { sendUntilClosed, state, fakes } = await start();
    const sent = await sendUntilClosed(send);
    expect(sent).toBeLessThanOrEqual(VAIN_MESSAGES_MAX + 1);
    expect([state(), fakes.of(two).readyState]).toEqual(['resting', WebSocket.OPEN]);
  });

  it.each(['[]', 'no JSON', '["NOPE",1]', '["EOSE"]'])(
    'is closed much sooner when it speaks no protocol: %s',
    async (text) => {
      const { sendUntilClosed, state, fakes } = await start();
      expect(await sendUntilClosed((socket) => socket.saysRaw(text))).toBe(VAIN_MESSAGES_MAX / NONSENSE_WEIGHT + 1);
      expect([state(), fakes.of(two).readyState]).toEqual(['resting', WebSocket.OPEN]);
    },
  );

  it.each<[string, (socket: FakeSocket, count: number) => void]>([
    ['of nobody', (socket, count) => socket.says('EVENT', 'nobody', noteOf(count))],
    ['not asked for', (socket, count) => socket.says('EVENT', 'n1', noteOf(count, { kind: 7 }))],
    ['forged', (socket, count) => socket.says('EVENT', 'n1', noteOf(count, { sig: 'forged' }))],
    ['repeated', (socket, count) => socket.says('EVENT', 'n1', noteOf(count % 10))],
  ])('is closed after a larger number of events: %s', async (_, send) => {
    const { sendUntilClosed, state } = await start();
    const sent = await sendUntilClosed(send);
    expect(sent).toBeGreaterThan(VAIN_MESSAGES_MAX + 1);
    expect(sent).toBeLessThanOrEqual(VAIN_EVENTS_MAX + 200);
    expect(state()).toBe('resting');
  });

  it('is closed at its second oversized frame, whenever that comes, and at one beyond all bounds', async () => {
    const { socket, relay, state } = await start();
    socket.saysRaw('x'.repeat(FRAME_MAX_BYTES + 1));
    await vi.advanceTimersByTimeAsync(2 * VAIN_WINDOW_MS);
    expect(state()).toBe('connected');
    socket.saysRaw('x'.repeat(FRAME_MAX_BYTES + 1));
    expect(state()).toBe('resting');
    relay(two).saysRaw('x'.repeat(10 * FRAME_MAX_BYTES));
    expect(relay(two).readyState).toBe(WebSocket.CLOSING);
  });

  it('is closed at the second long frame that looks like an answer and holds no event', async () => {
    const { socket, state } = await start();
    const garbage = JSON.stringify(['EVENT', 'n1', { content: 'x'.repeat(FRAME_MAX_BYTES) }]);
    socket.saysRaw(garbage);
    expect(state()).toBe('connected');
    socket.saysRaw(garbage);
    expect(state()).toBe('resting');
  });

  it('may send a few of them in each window, and starts anew with the next socket', async () => {
    const { socket, state, directory, fakes } = await start();
    for (let window = 0; window < 5; window += 1) {
      for (let count = 0; count < VAIN_MESSAGES_MAX; count += 1) socket.says('NOTICE', 'hello');
      await vi.advanceTimersByTimeAsync(VAIN_WINDOW_MS + 1);
    }
    expect(state()).toBe('connected');
    for (let count = 0; count <= VAIN_MESSAGES_MAX; count += 1) socket.says('NOTICE', 'hello');
    directory.send({ type: 'relay.retry', url: one });
    await vi.advanceTimersByTimeAsync(200);
    fakes.of(one).opens();
    fakes.of(one).saysRaw('[]');
    expect(state()).toBe('connected');
  });

  it('costs nothing of what it sent before, nor of another relay', async () => {
    const { socket, relay, events, sendUntilClosed } = await start();
    socket.says('EVENT', 'n1', noteOf(1));
    await settle();
    await sendUntilClosed((hostile) => hostile.saysRaw('[]'));
    relay(two).says('EVENT', 'n1', noteOf(2));
    await settle();
    expect(events).toEqual([1, 2]);
  });

  it('is no relay that sends many events which were asked for', async () => {
    const { socket, state, events } = await start();
    for (let count = 1; count <= 10_000; count += 1) {
      socket.says('EVENT', 'n1', noteOf(count));
      if (count % 1_000 === 0) await settle();
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect([state(), events.length]).toEqual(['connected', 10_000]);
  });
});
