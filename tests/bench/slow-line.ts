import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Line = { readonly roundTripMs: number; readonly bitsPerSecond: number };

/** One direction of the line: bytes leave one after the other at its speed, and arrive half a round trip later. */
const carry = (from: Socket, to: Socket, line: Line, queue: { freeAt: number }, since: number) => {
  from.on('data', (bytes: Buffer) => {
    const now = performance.now();
    queue.freeAt = Math.max(now, queue.freeAt) + (bytes.length * 8_000) / line.bitsPerSecond;
    // a connection is made by a round trip of its own before anything is sent
    const arrives = Math.max(queue.freeAt, since + line.roundTripMs) + line.roundTripMs / 2;
    setTimeout(() => to.writable && to.write(bytes), arrives - now);
    // what the line cannot take yet stays with the sender
    from.pause();
    setTimeout(() => from.resume(), Math.max(0, queue.freeAt - now));
  });
  const end = () => setTimeout(() => to.end(), line.roundTripMs + Math.max(0, queue.freeAt - performance.now()));
  from.on('end', end);
  from.on('error', () => to.destroy());
};

/** Puts a slow line before ports of this machine; all of them share it, as they do in a house. */
export const createSlowLine = (line: Line) => {
  const [down, up] = [{ freeAt: 0 }, { freeAt: 0 }];
  const servers: ReturnType<typeof createServer>[] = [];
  return {
    /** The address with the port at the near end of the line. */
    async before(url: string): Promise<string> {
      const address = new URL(url);
      const port = Number(address.port);
      const server = createServer((near) => {
        const since = performance.now();
        const socket = connect(port, '127.0.0.1');
        carry(near, socket, line, up, since);
        carry(socket, near, line, down, since);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
      address.port = String((server.address() as AddressInfo).port);
      return address.href.replace(/\/$/, '');
    },
    close: () => servers.forEach((server) => server.close()),
  };
};
