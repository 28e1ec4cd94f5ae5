import type { Filter } from '#domain/protocol/event.ts';

/** What was seen of one socket of a client, as it passed the proxy. */
export type SocketTally = {
  /** the upgrade was answered with 101 */
  upgraded: boolean;
  /** the client is still connected and has not said that it leaves */
  open: boolean;
  /** REQs that the relay has got and neither side has closed */
  readonly subscriptions: Map<string, readonly Filter[]>;
  /** every message of the client, in order, whether it was passed on or not */
  readonly messages: (readonly unknown[])[];
  /** EVENT messages of the relay that were passed on */
  events: number;
  /** made-up EVENT messages of a flood */
  madeUp: number;
};

export const newTally = (): SocketTally => ({
  upgraded: false,
  open: true,
  subscriptions: new Map(),
  messages: [],
  events: 0,
  madeUp: 0,
});

/** The message of a frame; an empty one for a frame that has none. */
export const messageOf = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};

/** Notes a message of the client that the relay gets. */
export function noteClient({ subscriptions }: SocketTally, text: string): void {
  const [verb, id, ...filters] = messageOf(text);
  if (verb === 'REQ') subscriptions.set(String(id), filters as Filter[]);
  if (verb === 'CLOSE') subscriptions.delete(String(id));
}

/** Notes a message of the relay that the client gets. */
export function noteRelay(tally: SocketTally, text: string): void {
  if (text.startsWith('["EVENT"')) tally.events += 1;
  else if (text.startsWith('["CLOSED"')) tally.subscriptions.delete(String(messageOf(text)[1]));
}
