import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { LogLevel } from '@nostr-relay/common';
import { NostrRelay } from '@nostr-relay/core';
import { EventRepositorySqlite } from '@nostr-relay/event-repository-sqlite';
import { Validator } from '@nostr-relay/validator';
import { type WebSocket, WebSocketServer } from 'ws';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { listen } from '#devnet/listen.ts';
import { bulkLoad, keepState } from './bulk-load.ts';
import { type RelayPlan, relayInformation } from './plans.ts';

type RelayEvent = Parameters<NostrRelay['handleEvent']>[0];
type RelayClient = Parameters<NostrRelay['handleConnection']>[0];

/** A running relay of the sample network. */
export type Relay = {
  readonly plan: RelayPlan;
  readonly url: string;
  /** stores events as they are, forged ones too, and tells nobody */
  load(events: readonly NostrEvent[]): void;
  /** takes back what was written and deleted since `load` */
  restore(): boolean;
  /** what a client's EVENT does: check, store, tell the subscribers; the answer is that of the OK message */
  publish(event: NostrEvent): Promise<{ success: boolean; message?: string }>;
  /** sends an event to matching subscribers unchecked and unstored, as a careless relay would */
  broadcast(event: NostrEvent): Promise<void>;
  /** hangs up on every client; they may come again */
  drop(): void;
  close(): Promise<void>;
};

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, OPTIONS',
};

function answerHttp(plan: RelayPlan, request: IncomingMessage, response: ServerResponse): void {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, CORS).end();
  } else if (request.headers.accept?.includes('application/nostr+json')) {
    response.writeHead(200, { ...CORS, 'content-type': 'application/nostr+json' });
    response.end(JSON.stringify(relayInformation(plan, '0.0.40')));
  } else {
    response.writeHead(200, { ...CORS, 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${plan.name}: ${plan.description} Speak Nostr to me over a WebSocket.\n`);
  }
}

/** Each word as a phrase of its own: bare, its signs would be operators of the full-text search, or errors that end it. */
const phrases = (search: string): string =>
  search
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `"${word.replaceAll('"', '""')}"`)
    .join(' ');

/** The software obeys a deletion, but neither keeps it nor tells of it; who asks now or later is to hear of it (NIP-09). */
const keepDeletions = (repository: EventRepositorySqlite, tell: (event: RelayEvent) => Promise<void>): void => {
  const obey = repository.deleteByDeletionRequest.bind(repository);
  repository.deleteByDeletionRequest = async (event) => {
    await obey(event);
    await repository.upsert(event);
    await tell(event);
  };
};

/** Joins one socket to the relay; each message waits the relay's latency, in order. */
function serveSocket(socket: WebSocket, relay: NostrRelay, validator: Validator, latencyMs: number): void {
  const client = socket as unknown as RelayClient;
  const handle = async (data: Buffer): Promise<void> => {
    if (socket.readyState !== socket.OPEN) return;
    try {
      const message = await validator.validateIncomingMessage(data);
      for (const part of message)
        if (typeof part === 'object' && 'search' in part && part.search) part.search = phrases(part.search);
      await relay.handleMessage(client, message);
    } catch (error) {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(['NOTICE', String((error as Error).message)]));
    }
  };
  relay.handleConnection(client);
  socket.on('message', (data: Buffer) => void setTimeout(() => void handle(data), latencyMs));
  socket.on('close', () => relay.handleDisconnect(client));
  socket.on('error', () => socket.terminate());
}

/** Starts one relay on loopback at `port` (0: any free one), with an empty database in memory. */
export async function startRelay(plan: RelayPlan, port: number): Promise<Relay> {
  const repository = new EventRepositorySqlite(':memory:', { defaultLimit: plan.maxLimit / 10 });
  await repository.init();
  const relay = new NostrRelay(repository, {
    logLevel: LogLevel.ERROR,
    maxSubscriptionsPerClient: plan.maxSubscriptions,
    filterResultCacheTtl: 0,
    ...(plan.asksWho ? { hostname: '127.0.0.1' } : {}),
  });
  keepDeletions(repository, (event) => relay.broadcast(event));
  const validator = new Validator({ maxContentLength: plan.maxContentLength });
  const server = createServer((request, response) => answerHttp(plan, request, response));
  const sockets = new WebSocketServer({ server, maxPayload: plan.maxContentLength * 2 });
  sockets.on('connection', (socket) => serveSocket(socket, relay, validator, plan.latencyMs));
  const bound = await listen(server, port);
  let restore = () => false;
  return {
    plan,
    url: `ws://127.0.0.1:${bound}`,
    load(events) {
      bulkLoad(repository, events);
      restore = keepState(repository);
    },
    restore: () => restore(),
    async publish(event) {
      return relay.handleEvent(event as unknown as RelayEvent);
    },
    broadcast: (event) => relay.broadcast(event as unknown as RelayEvent),
    drop() {
      for (const socket of sockets.clients) socket.terminate();
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await relay.destroy();
      await repository.destroy();
    },
  };
}
