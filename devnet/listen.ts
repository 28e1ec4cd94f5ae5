import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const TRIES = 20;

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

/**
 * Binds a server to loopback at `port`, or at the next free port above it (0: any free one). Answers with the port;
 * throws when 20 ports in a row are taken.
 */
export async function listen(server: Server, port: number): Promise<number> {
  for (let next = port; ; next += 1) {
    try {
      server.listen(next, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    } catch (error) {
      if (!isTaken(error) || next === port + TRIES) throw error;
    }
  }
}
