import { vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { defineAsk } from '#actors/wire/ask.ts';
import { createIngest, type Ingest } from '#actors/wire/ingest.ts';
import type { RelayRequestsDeps } from '#actors/wire/fetch-board.ts';
import { createRelayRequests } from '#actors/wire/requests.ts';
import { defineSocket } from '#actors/wire/socket.ts';
import type { FrameVerifier } from '#actors/wire/verifier.ts';
import { createWire } from '#actors/wire/wire.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { RelayDefaults } from '#domain/relays/relay-set.ts';
import { relayConnectionMachine } from '#machines/relays/relay-connection.machine.ts';
import { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import { socketReconnectMachine } from '#machines/relays/socket-reconnect.machine.ts';
import { subscriptionMachine } from '#machines/relays/subscription.machine.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';
import { createFakeSockets } from './fake-socket.ts';

/** Takes every well-formed event whose `sig` is not 'forged'. */
const trustingVerifier: FrameVerifier = {
  verify: (frames) =>
    Promise.resolve(
      frames.map((frame) => {
        const event = (JSON.parse(frame) as unknown[])[2] as NostrEvent;
        return typeof event.kind === 'number' && event.sig !== 'forged' ? Object.freeze(event) : undefined;
      }),
    ),
  dispose: () => {},
};

/** A note for tests; its id is the number in hex. */
export const noteOf = (number: number, over: Partial<NostrEvent> = {}): NostrEvent => ({
  id: number.toString(16).padStart(64, '0'),
  pubkey: 'a'.repeat(64),
  created_at: number,
  kind: 1,
  tags: [],
  content: `note ${number}`,
  sig: 'b'.repeat(128),
  ...over,
});

type Options = {
  defaults: RelayDefaults;
  createSocket: (url: string) => WebSocket;
  verifier?: FrameVerifier;
  asked?: RelayRequestsDeps['asked'];
  /** Recovery in milliseconds instead of seconds, for tests over real sockets. */
  fast?: boolean;
};

const FAST = {
  socket: { reconnectDelay: 30, pingInterval: 150, pongTimeout: 700 },
  connection: { reconnectDelay: 30 },
  subscription: { eoseTimeout: 600 },
};
const AS_SPECIFIED = { socket: {}, connection: {}, subscription: {} };

/** The whole relay layer, joined as the app joins it. */
export const startRelayLayer = ({ defaults, createSocket, verifier = trustingVerifier, asked, fast }: Options) => {
  const delays = fast ? FAST : AS_SPECIFIED;
  let networkBack = () => {};
  const registry = createEventRegistry({ now: Date.now, requestFrame: (callback) => void setTimeout(callback, 16) });
  const wire = createWire({ forget: (relay) => ingest.forget(relay) });
  const ingest: Ingest = createIngest({ registry, verifier, ...wire.ingested });
  const socket = defineSocket({
    createSocket,
    onFrame: (relay, text) => ingest.frame(relay, text),
    wire,
    now: Date.now,
  });
  const connectivity = fromCallback(({ sendBack }) => void (networkBack = () => sendBack({ type: 'network.back' })));
  const directory = createActor(
    relayDirectoryMachine.provide({
      actors: {
        'relay-connection': relayConnectionMachine.provide({
          guards: { 'is steady': ({ context }) => !wire.policy.isFlapping(context.url) },
          delays: delays.connection,
          actors: { 'socket-reconnect': socketReconnectMachine.provide({ actors: { socket }, delays: delays.socket }) },
        }),
        subscription: subscriptionMachine.provide({ actors: { ask: defineAsk(wire) }, delays: delays.subscription }),
        connectivity,
      },
    }),
    { input: defaults },
  ).start();
  const requests = createRelayRequests({ directory: () => directory, wire, ...(asked && { asked }) });
  return { requests, directory, wire, ingest, registry, networkBack: () => networkBack() };
};

/** Defaults of read relays only. */
export const readRelays = (...urls: string[]): RelayDefaults => ({
  entries: urls.map((url) => ({ url, permission: 'readwrite' as const })),
  profile: [],
});

/** The layer with the given relays over fake sockets, all of them open; needs faked timers. */
export const startOverFakes = async (
  urls: string[] = ['wss://one.example'],
  open = urls,
  verifier: FrameVerifier = trustingVerifier,
) => {
  const fakes = createFakeSockets();
  const layer = startRelayLayer({ defaults: readRelays(...urls), createSocket: fakes.create, verifier });
  await vi.advanceTimersByTimeAsync(100 * urls.length);
  for (const url of open) fakes.of(url).opens();
  return { ...layer, fakes, relay: (url = 'wss://one.example') => fakes.of(url) };
};
