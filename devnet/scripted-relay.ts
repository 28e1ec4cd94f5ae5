import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { listen } from './listen.ts';

/** What goes wrong with a scripted relay; nothing by default. */
export type Script = {
  events?: readonly NostrEvent[];
  port?: number;
  /** ms before a message is answered */
  latencyMs?: number;
  /** accepts the socket and never answers */
  dead?: boolean;
  /** answers every message with frames that are not of the protocol, a huge one and wrong subscription ids */
  garbage?: boolean;
  /** never sends EOSE and repeats its events for ever, one each 5 ms */
  endless?: boolean;
  /** sends EOSE at once and goes on sending stored events for ever, one each 5 ms */
  endlessAfterEose?: boolean;
  /** answers the upgrade with 503 */
  refuse?: boolean;
  /** closes the socket after this many frames were sent on it */
  closeAfterFrames?: number;
  /** answers EVENT with OK true (default) or with OK false and this reason */
  reject?: string | undefined;
  /** answers every REQ with CLOSED and this reason */
  closed?: string | undefined;
  /** sent as a NOTICE before each answer to a REQ */
  notice?: string;
  /** asks who the client is (NIP-42) and refuses REQ and EVENT until it has answered with its key */
  auth?: boolean;
  /** relay information document (NIP-11) */
  information?: Record<string, unknown>;
};

/** A relay that does as it is told; `set` changes the script while it runs. */
export type ScriptedRelay = {
  readonly url: string;
  /** sockets accepted so far */
  readonly connections: number;
  /** every message of clients, parsed, in order */
  readonly requests: readonly unknown[][];
  /** events that clients published */
  readonly published: readonly NostrEvent[];
  /** stores the event and sends it to live subscribers */
  push(event: NostrEvent): void;
  /** sends text to every open socket as it is */
  sendRaw(text: string): void;
  set(script: Script): void;
  /** ends all sockets with a close code; new ones are accepted */
  dropAll(code?: number): void;
  close(): Promise<void>;
};

const HUGE_BYTES = 2_000_000;
const TRICKLE_MS = 5;

const includes = <T>(list: readonly T[] | undefined, value: T): boolean => !list || list.includes(value);

const tagsMatch = (filter: Filter, event: NostrEvent): boolean =>
  Object.entries(filter).every(
    ([name, values]) =>
      !name.startsWith('#') ||
      event.tags.some((tag) => tag[0] === name.slice(1) && includes(values as string[], tag[1])),
  );

/** Whether an event is what a filter asks for (NIP-01; `search` as a part of the content). */
export const matchesFilter = (filter: Filter, event: NostrEvent): boolean =>
  includes(filter.ids, event.id) &&
  includes(filter.authors, event.pubkey) &&
  includes(filter.kinds, event.kind) &&
  event.created_at >= (filter.since ?? -Infinity) &&
  event.created_at <= (filter.until ?? Infinity) &&
  (filter.search === undefined || event.content.toLowerCase().includes(filter.search.toLowerCase())) &&
  tagsMatch(filter, event);

/** Stored events of one filter, newest first, up to its limit. */
function select(sorted: readonly NostrEvent[], filter: Filter): NostrEvent[] {
  const found: NostrEvent[] = [];
  for (const event of sorted) {
    if (found.length >= (filter.limit ?? Infinity)) break;
    if (matchesFilter(filter, event)) found.push(event);
  }
  return found;
}

const newestFirst = (a: NostrEvent, b: NostrEvent): number => b.created_at - a.created_at || (a.id < b.id ? -1 : 1);

class Connection {
  readonly subscriptions = new Map<string, readonly Filter[]>();
  frames = 0;
  /** what the client must sign to say who it is, and who that was */
  readonly challenge = randomUUID();
  pubkey: string | undefined;
  readonly timers = new Set<NodeJS.Timeout>();
  readonly socket: WebSocket;
  readonly script: () => Script;

  constructor(socket: WebSocket, script: () => Script) {
    this.socket = socket;
    this.script = script;
    socket.on('close', () => this.timers.forEach(clearInterval));
    socket.on('error', () => socket.terminate());
  }

  sendText(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.socket.send(text);
    this.frames += 1;
    if (this.frames === this.script().closeAfterFrames) this.socket.close(1011, 'scripted');
  }

  send(...message: unknown[]): void {
    this.sendText(JSON.stringify(message));
  }

  /** takes the answer to the challenge; the signature is not checked */
  authenticate({ id, kind, tags, pubkey }: NostrEvent): void {
    const isAnswer = kind === 22_242 && tags.some(([name, value]) => name === 'challenge' && value === this.challenge);
    if (isAnswer) this.pubkey = pubkey;
    this.send('OK', id, isAnswer, isAnswer ? '' : 'invalid: not what was asked');
  }

  /** refuses what an unknown client asks */
  refuses(verb: string, subject: string): boolean {
    if (this.script().auth !== true || this.pubkey !== undefined) return false;
    const reason = 'auth-required: this relay is for those it knows';
    if (verb === 'REQ') this.send('CLOSED', subject, reason);
    if (verb === 'EVENT') this.send('OK', subject, false, reason);
    return verb === 'REQ' || verb === 'EVENT';
  }

  /** sends the events one by one in a circle until the socket or the subscription ends */
  stream(id: string, events: readonly NostrEvent[]): void {
    let next = 0;
    const timer = setInterval(() => {
      if (!this.subscriptions.has(id)) return clearInterval(timer);
      if (events.length > 0) this.send('EVENT', id, events[next++ % events.length]);
    }, TRICKLE_MS);
    this.timers.add(timer);
  }

  sendGarbage(id: string): void {
    for (const text of ['', 'not json', '{"a":', '[]', 'null', '["EVENT"]', '["EVENT",5,{}]', '["NOPE",[[[]]]]'])
      this.sendText(text);
    this.send('EVENT', id, { id: 1, kind: 'x' });
    this.send('EVENT', `${id}-other`, { id: 'ab', tags: {} });
    this.send('EOSE', `${id}-other`);
    this.send('CLOSED', 'never-asked', 'error: nobody asked');
    this.sendText(`["EVENT","${id}",{"content":"${'x'.repeat(HUGE_BYTES)}"}]`);
  }
}

/** Starts a relay of our own for faults, floods and measurements: it checks nothing and does what its script says. */
export async function startScriptedRelay(initial: Script = {}): Promise<ScriptedRelay> {
  let script = initial;
  let stored = [...(script.events ?? [])];
  let sorted = false;
  const requests: unknown[][] = [];
  const published: NostrEvent[] = [];
  const open = new Set<Connection>();
  let connections = 0;

  const answerReq = (connection: Connection, id: string, filters: readonly Filter[]): void => {
    if (script.notice !== undefined) connection.send('NOTICE', script.notice);
    if (script.closed !== undefined) return connection.send('CLOSED', id, script.closed);
    connection.subscriptions.set(id, filters);
    if (!sorted) stored.sort(newestFirst);
    sorted = true;
    const found = new Set(filters.flatMap((filter) => select(stored, filter)));
    if (script.endlessAfterEose) connection.send('EOSE', id);
    if (script.endless || script.endlessAfterEose) return connection.stream(id, [...found]);
    for (const event of found) connection.send('EVENT', id, event);
    connection.send('EOSE', id);
  };
  const deliver = (event: NostrEvent): void => {
    const text = JSON.stringify(event);
    for (const connection of open)
      for (const [id, filters] of connection.subscriptions)
        if (filters.some((filter) => matchesFilter(filter, event)))
          connection.sendText(`["EVENT",${JSON.stringify(id)},${text}]`);
  };
  const push = (event: NostrEvent): void => {
    stored.push(event);
    sorted = false;
    deliver(event);
  };
  const answer = (connection: Connection, message: unknown[]): void => {
    const [verb, id] = message as [string, string];
    if (script.dead) return;
    if (script.garbage) return connection.sendGarbage(String(id));
    if (verb === 'AUTH') return connection.authenticate(message[1] as NostrEvent);
    if (connection.refuses(verb, verb === 'EVENT' ? (message[1] as NostrEvent).id : id)) return;
    if (verb === 'REQ') answerReq(connection, id, message.slice(2) as Filter[]);
    if (verb === 'CLOSE') connection.subscriptions.delete(id);
    if (verb === 'EVENT') {
      const event = message[1] as NostrEvent;
      published.push(event);
      connection.send('OK', event.id, script.reject === undefined, script.reject ?? '');
      if (script.reject === undefined) push(event);
    }
  };

  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/nostr+json', 'access-control-allow-origin': '*' });
    response.end(JSON.stringify(script.information ?? { name: 'Scripted' }));
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    // who asked may be gone before the answer
    socket.on('error', () => socket.destroy());
    if (script.refuse) return void socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      connections += 1;
      const connection = new Connection(webSocket, () => script);
      open.add(connection);
      if (script.auth && !script.dead) connection.send('AUTH', connection.challenge);
      webSocket.on('close', () => open.delete(connection));
      webSocket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as unknown[];
        requests.push(message);
        const latency = script.latencyMs ?? 0;
        if (latency > 0) setTimeout(answer, latency, connection, message);
        else answer(connection, message);
      });
    });
  });
  const port = await listen(server, script.port ?? 0);
  return {
    url: `ws://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    requests,
    published,
    push,
    sendRaw: (text) => open.forEach((connection) => connection.sendText(text)),
    set(next) {
      script = { ...script, ...next };
      if (next.events) stored = [...next.events];
      sorted = false;
    },
    dropAll: (code = 1011) => open.forEach((connection) => connection.socket.close(code)),
    async close() {
      open.forEach((connection) => connection.socket.terminate());
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
