import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { type Fault, NO_FAULT } from './faults/fault.ts';
import type { SocketTally } from './faults/tally.ts';
import { Tunnel } from './faults/tunnel.ts';

/** A relay's second address, at which its sockets can be harmed while they run. */
export type FaultProxy = {
  readonly url: string;
  readonly fault: Fault;
  /** every connection so far, the first one first, also those that never became a WebSocket */
  readonly sockets: readonly SocketTally[];
  /** puts a fault on all sockets, the open ones and those to come, in the place of the one before */
  set(fault: Fault): Promise<void>;
  close(): Promise<void>;
};

/** The sockets that are open now. */
export const openSockets = ({ sockets }: FaultProxy): SocketTally[] =>
  sockets.filter(({ open, upgraded }) => open && upgraded);

/** Starts a proxy on loopback for the relay at `relayUrl`; it works on bytes of TCP and counts what passes. */
export async function startFaultProxy(relayUrl: string, initial: Fault = NO_FAULT): Promise<FaultProxy> {
  const relayPort = Number(new URL(relayUrl).port);
  const tunnels = new Set<Tunnel>();
  const sockets: SocketTally[] = [];
  let fault = initial;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const tunnel = new Tunnel({ client, relayPort, fault: () => fault });
    tunnels.add(tunnel);
    sockets.push(tunnel.tally);
    client.on('close', () => tunnels.delete(tunnel));
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const stopListening = (): Promise<void> => new Promise((done) => server.close(() => done()));
  const set = async (next: Fault): Promise<void> => {
    fault = next;
    const stopped = fault.kind === 'refuse' && server.listening ? stopListening() : undefined;
    for (const tunnel of tunnels) tunnel.look();
    await stopped;
    if (fault.kind !== 'refuse' && !server.listening) await listen(port);
  };
  await set(initial);
  return {
    url: `ws://127.0.0.1:${port}`,
    get fault() {
      return fault;
    },
    sockets,
    set,
    async close() {
      const stopped = server.listening ? stopListening() : undefined;
      for (const tunnel of tunnels) tunnel.reset();
      await stopped;
    },
  };
}
