import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import { FakeSocket } from './fake-socket.ts';

/** What is wrong with a relay, as a page hears of it over its WebSocket. */
export type SocketFault =
  | { readonly kind: 'none' | 'refuse' | 'stall' | 'silence' }
  /** every socket is closed with this code as soon as it is open */
  | { readonly kind: 'close'; readonly code: number }
  | { readonly kind: 'flap'; readonly openMs: number }
  | { readonly kind: 'delay'; readonly ms: number };

export const SOUND = { kind: 'none' } satisfies SocketFault;
const CONNECT_MS = 5;
const ANSWER_MS = 5;

type Link = { readonly socket: FakeSocket; readonly subscriptions: Map<string, readonly Filter[]> };

/** A relay over sockets that the test plays: what it holds, who asks it, and what is wrong with it. */
export type SocketRelay = {
  readonly url: string;
  readonly events: NostrEvent[];
  /** what clients published, in order */
  readonly published: NostrEvent[];
  /** the ids of REQs that are open, without the ping, and what each asks */
  readonly asked: () => ReadonlyMap<string, readonly Filter[]>;
  /** how many sockets are open */
  readonly open: () => number;
  /** the sockets of all times */
  readonly made: () => number;
  /** puts another fault on all sockets, the open ones and those to come */
  set(fault: SocketFault): void;
  /** a new event, for those who wait for it, too */
  publish(event: NostrEvent): void;
};

const isOpen = ({ socket }: Link) => socket.readyState === WebSocket.OPEN;

const createRelay = (url: string, events: NostrEvent[]) => {
  const links: Link[] = [];
  const published: NostrEvent[] = [];
  let fault: SocketFault = SOUND as SocketFault;
  const say = (link: Link, ...message: unknown[]) =>
    void setTimeout(
      () => isOpen(link) && fault.kind !== 'silence' && link.socket.says(...message),
      fault.kind === 'delay' ? fault.ms : ANSWER_MS,
    );
  const harm = (link: Link) => {
    if (fault.kind === 'refuse') link.socket.closes(1006);
    if (fault.kind === 'close') link.socket.closes(fault.code);
    if (fault.kind === 'flap') setTimeout(() => isOpen(link) && link.socket.closes(1006), fault.openMs);
  };
  const tell = (event: NostrEvent) => {
    for (const link of links.filter(isOpen))
      for (const [id, filters] of link.subscriptions) if (filterMatcher(filters)(event)) say(link, 'EVENT', id, event);
  };
  const hear = (link: Link, [verb, id, ...rest]: unknown[]) => {
    if (fault.kind === 'silence') return;
    if (verb === 'CLOSE') link.subscriptions.delete(String(id));
    if (verb === 'EVENT') {
      const event = id as NostrEvent;
      events.push(event);
      published.push(event);
      say(link, 'OK', event.id, true, '');
      tell(event);
    }
    if (verb !== 'REQ') return;
    const filters = rest as Filter[];
    link.subscriptions.set(String(id), filters);
    const found = filters.flatMap((filter) =>
      events
        .filter(filterMatcher([filter]))
        .sort((a, b) => b.created_at - a.created_at)
        .slice(0, filter.limit ?? Infinity),
    );
    for (const event of new Set(found)) say(link, 'EVENT', id, event);
    say(link, 'EOSE', id);
  };
  const relay: SocketRelay = {
    url,
    events,
    published,
    asked: () =>
      new Map(links.filter(isOpen).flatMap(({ subscriptions }) => [...subscriptions].filter(([id]) => id !== 'ping'))),
    open: () => links.filter(isOpen).length,
    made: () => links.length,
    set(next) {
      fault = next;
      for (const link of links.filter(isOpen)) harm(link);
    },
    publish(event) {
      events.push(event);
      tell(event);
    },
  };
  const connect = (socket: FakeSocket) => {
    const link: Link = { socket, subscriptions: new Map() };
    links.push(link);
    setTimeout(() => {
      if (socket.readyState !== WebSocket.CONNECTING || fault.kind === 'stall') return;
      if (fault.kind === 'refuse') return socket.closes(1006);
      socket.opens();
      harm(link);
    }, CONNECT_MS);
    return (message: unknown[]) => hear(link, message);
  };
  return { relay, connect };
};

/** Relays by address, and the WebSocket by which a page reaches them; at any other address nobody is. */
export const createSocketRelays = (holdings: Readonly<Record<string, NostrEvent[]>>) => {
  const relays = new Map(Object.entries(holdings).map(([url, events]) => [url, createRelay(url, events)]));
  class Socket extends FakeSocket {
    readonly #say: (message: unknown[]) => void;
    constructor(url: string) {
      super(url);
      const found = relays.get(url.replace(/\/$/, ''));
      if (!found) setTimeout(() => this.closes(1006), CONNECT_MS);
      this.#say = found?.connect(this) ?? (() => {});
    }
    override send(text: string): void {
      super.send(text);
      this.#say(JSON.parse(text) as unknown[]);
    }
  }
  return { WebSocket: Socket, relays: [...relays.values()].map(({ relay }) => relay) };
};
