import { WebSocket } from 'ws';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';

/** Messages of a relay in the order of their arrival, parsed where they are JSON. */
export type RelayClient = {
  readonly messages: unknown[][];
  send(...message: unknown[]): void;
  /** waits for the first message that fits, also among those that came before */
  until(fits: (message: unknown[]) => boolean): Promise<unknown[]>;
  readonly closed: Promise<number>;
  /** the words of the first error */
  readonly failed: Promise<string>;
  close(): void;
};

const parse = (text: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : ['not a message', value];
  } catch {
    return ['not json', text];
  }
};

/** Opens a socket; rejects when the relay refuses it. */
export async function connect(url: string): Promise<RelayClient> {
  const socket = new WebSocket(url);
  const messages: unknown[][] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    messages.push(parse(data.toString()));
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const failed = new Promise<string>((resolve) => socket.on('error', ({ message }) => resolve(message)));
  await new Promise<void>((resolve, reject) => socket.on('open', resolve).on('error', reject));
  return {
    messages,
    closed,
    failed,
    send: (...message) => socket.send(JSON.stringify(message)),
    until: (fits) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = messages.find(fits);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => socket.close(),
  };
}

/** All stored events of a filter. */
export async function query(url: string, filter: Filter): Promise<NostrEvent[]> {
  const client = await connect(url);
  client.send('REQ', 'q', filter);
  await client.until(([verb, id]) => (verb === 'EOSE' || verb === 'CLOSED') && id === 'q');
  client.close();
  return client.messages.filter(([verb]) => verb === 'EVENT').map((message) => message[2] as NostrEvent);
}
