import type { Browser } from '#ports/browser.ts';
import type { AreaRefs } from '#machines/areas.ts';
import { defineAsk } from '#actors/wire/ask.ts';
import { watchConnectivity } from '#actors/wire/connectivity.ts';
import { createIngest } from '#actors/wire/ingest.ts';
import { createRelayRequests } from '#actors/wire/requests.ts';
import { defineSocket } from '#actors/wire/socket.ts';
import { createFrameVerifier, verifyWorkerCount } from '#actors/wire/verifier.ts';
import { createWire } from '#actors/wire/wire.ts';
import { relayConnectionMachine } from '#machines/relays/relay-connection.machine.ts';
import { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import { socketReconnectMachine } from '#machines/relays/socket-reconnect.machine.ts';
import { subscriptionMachine } from '#machines/relays/subscription.machine.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import { loadCheckHere, spawnVerifyWorker } from '#workers/verify-pool.ts';

const now = () => Date.now();

/** Sockets, verification and subscriptions, and the one way to ask relays through them. */
export const relayLayer = (browser: Browser, registry: EventRegistry, directory: () => AreaRefs['relay-directory']) => {
  const verifier = createFrameVerifier({
    spawn: () => browser.early?.worker() ?? spawnVerifyWorker(browser),
    loadCheck: loadCheckHere,
    workers: verifyWorkerCount(browser.navigator.hardwareConcurrency),
  });
  const wire = createWire({ forget: (relay) => ingest.forget(relay) });
  const ingest = createIngest({ registry, verifier, ...wire.ingested });
  const socket = defineSocket({
    createSocket: (url) => browser.early?.socket(url) ?? new browser.WebSocket(url),
    onFrame: (relay, text) => ingest.frame(relay, text),
    wire,
    now,
  });
  const machine = relayDirectoryMachine.provide({
    actors: {
      'relay-connection': relayConnectionMachine.provide({
        guards: { 'is steady': ({ context }) => !wire.policy.isFlapping(context.url) },
        actors: { 'socket-reconnect': socketReconnectMachine.provide({ actors: { socket } }) },
      }),
      subscription: subscriptionMachine.provide({ actors: { ask: defineAsk(wire) } }),
      connectivity: watchConnectivity({ window: browser, document: browser.document }),
    },
  });
  const asked = (relay: string, filters: string) => browser.early?.asked(relay, filters);
  return { machine, wire, verifier, requests: createRelayRequests({ directory, wire, asked }) };
};
