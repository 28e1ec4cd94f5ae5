import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Touched } from './books.ts';
import { KINDS } from './info.ts';

const SUBSCRIPTIONS_MOST = 100;
const FILTERS_MOST = 1_000;
const INVALID_PARAMS = -32_602;
const UNKNOWN_METHOD = -32_601;

type Kind = (typeof KINDS)[number];
type Subscription = { readonly kind: Kind; readonly filters: ReadonlySet<string> };
type Client = { readonly socket: WebSocket; readonly subscriptions: Map<string, Subscription> };
type Ask = { method?: unknown; id?: unknown; params?: { kind?: unknown; subId?: unknown; filters?: unknown } };

export type SocketOptions = {
  readonly server: Server;
  /** what something of the books is now; undefined when there is no such thing */
  readonly payloadOf: (touched: Touched) => unknown;
  /** whether this one is let in */
  readonly isOpen: () => boolean;
};

/** Tells of quotes and proofs over WebSockets at `/v1/ws` (NUT-17). */
export function serveSockets({ server, payloadOf, isOpen }: SocketOptions) {
  const sockets = new WebSocketServer({ noServer: true });
  const clients = new Set<Client>();
  const send = (socket: WebSocket, message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));

  const tell = ({ socket }: Client, subId: string, touched: Touched) => {
    const payload = payloadOf(touched);
    if (payload !== undefined) send(socket, { method: 'subscribe', params: { subId, payload } });
  };

  const subscribe = (client: Client, { id, params }: Ask) => {
    const { kind, subId, filters } = params ?? {};
    const isGood =
      KINDS.includes(kind as Kind) &&
      typeof subId === 'string' &&
      Array.isArray(filters) &&
      filters.length <= FILTERS_MOST &&
      client.subscriptions.size < SUBSCRIPTIONS_MOST;
    if (!isGood) return send(client.socket, { error: { code: INVALID_PARAMS, message: 'Invalid params' }, id });
    client.subscriptions.set(subId, { kind: kind as Kind, filters: new Set(filters.map(String)) });
    send(client.socket, { result: { status: 'OK', subId }, id });
    for (const each of filters) tell(client, subId, { kind: kind as Kind, id: String(each) });
  };

  const unsubscribe = ({ socket, subscriptions }: Client, { id, params }: Ask) => {
    const subId = String(params?.subId);
    if (!subscriptions.delete(subId))
      return send(socket, { error: { code: INVALID_PARAMS, message: 'No such subscription' }, id });
    send(socket, { result: { status: 'OK', subId }, id });
  };

  const hear = (client: Client, text: string) => {
    let ask: Ask;
    try {
      ask = JSON.parse(text) as Ask;
    } catch {
      return send(client.socket, { error: { code: -32_700, message: 'Parse error' }, id: null });
    }
    if (ask.method === 'subscribe') return subscribe(client, ask);
    if (ask.method === 'unsubscribe') return unsubscribe(client, ask);
    send(client.socket, { error: { code: UNKNOWN_METHOD, message: 'Unknown method' }, id: ask.id });
  };

  sockets.on('connection', (socket) => {
    const client: Client = { socket, subscriptions: new Map() };
    clients.add(client);
    socket.on('message', (data: Buffer) => hear(client, data.toString()));
    socket.on('close', () => clients.delete(client));
    socket.on('error', () => socket.terminate());
  });
  server.on('upgrade', (request, socket, head) => {
    if (!(request.url ?? '').endsWith('/v1/ws') || !isOpen()) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
  });

  return {
    tell(touched: Touched) {
      for (const client of clients)
        for (const [subId, { kind, filters }] of client.subscriptions)
          if (kind === touched.kind && filters.has(touched.id)) tell(client, subId, touched);
    },
    /** hangs up on everybody; they may come again */
    drop() {
      for (const { socket } of clients) socket.terminate();
    },
  };
}
