import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type Fault, type FaultDesk, spoil } from './faults.ts';
import { CACHED } from './info.ts';
import { MintError } from './mint-error.ts';
import { type Asked, readRequest } from './requests.ts';
import type { Till } from './minting.ts';

/** `connection: close`: a client could not tell a dropped request from a connection that was idle for too long, and send it again. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'Retry-After',
  'content-type': 'application/json',
  'cache-control': 'no-store',
  connection: 'close',
};

type Answer = { readonly status: number; readonly json: unknown; readonly headers?: Record<string, string> };

/** What a request does; throws a `MintError` when it is refused. */
export type Execute = (asked: Asked, body: unknown, fault: Fault | undefined) => unknown;

export type ServerOptions = {
  readonly till: Till;
  readonly faults: FaultDesk;
  readonly execute: Execute;
  /** seconds for which answers are kept (NUT-19); undefined for not at all */
  readonly cacheSeconds: number | undefined;
  /** is given each request that came */
  readonly heard: ((path: string, body: string) => void) | undefined;
};

const send = (response: ServerResponse, { status, json, headers }: Answer) =>
  response.writeHead(status, { ...HEADERS, ...headers }).end(JSON.stringify(json));

function parsed(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw new MintError('malformed');
  }
}

const isFinal = (answer: unknown): boolean => (answer as { state?: string }).state !== 'PENDING';

/** Executes requests, the same one again by its first answer where answers are kept. */
function createExecutor({ till, execute, cacheSeconds }: ServerOptions) {
  const { books, now } = till;
  const keyOf = ({ path, body }: Asked): string => createHash('sha256').update(`${path} ${body}`).digest('hex');
  const isKept = ({ path }: Asked) => cacheSeconds !== undefined && (CACHED as readonly string[]).includes(path);
  const kept = (asked: Asked): unknown => {
    const since = now() - (cacheSeconds ?? 0);
    const row = books.one<{ body: string }>('SELECT body FROM answers WHERE key = ? AND at > ?', keyOf(asked), since);
    return row && JSON.parse(row.body);
  };
  const keep = (asked: Asked, answer: unknown): void => {
    if (isKept(asked) && isFinal(answer))
      books.run('INSERT OR REPLACE INTO answers VALUES (?, ?, ?)', keyOf(asked), JSON.stringify(answer), now());
  };
  return async (asked: Asked, fault: Fault | undefined): Promise<Answer> => {
    try {
      const known = isKept(asked) ? kept(asked) : undefined;
      if (known !== undefined) return { status: 200, json: known };
      const body = parsed(asked.body);
      if (asked.endpoint !== 'melt') {
        const json = books.write(() => {
          const answer = execute(asked, body, fault);
          keep(asked, answer);
          return answer;
        });
        return { status: 200, json };
      }
      const json = await execute(asked, body, fault);
      keep(asked, json);
      return { status: 200, json };
    } catch (error) {
      if (!(error instanceof MintError)) throw error;
      return { status: error.status, json: { detail: error.message, code: error.code } };
    }
  };
}

/** What is answered without doing anything; undefined when the request is to be executed. */
function refusalBy(fault: Fault | undefined): Answer | undefined {
  if (fault?.type === 'refused') return { status: 400, json: { detail: fault.detail ?? 'Refused.', code: fault.code } };
  if (fault?.type !== 'status') return undefined;
  const headers = fault.retryAfter === undefined ? {} : { 'Retry-After': fault.retryAfter };
  return { status: fault.status, json: { detail: 'Not now.' }, headers };
}

function sendBy(fault: Fault | undefined, response: ServerResponse, answer: Answer): void {
  if (fault?.type === 'answer dropped') return void response.socket?.destroy();
  if (fault?.type === 'status') return void send(response, refusalBy(fault)!);
  const json = answer.status === 200 && fault ? spoil(answer.json, fault) : answer.json;
  if (fault?.type !== 'truncated') return void send(response, { ...answer, json });
  const text = JSON.stringify(json);
  response.writeHead(answer.status, HEADERS).end(text.slice(0, Math.ceil(text.length / 2)));
}

/** Serves a mint over HTTP, with the faults that are scripted. */
export function createMintServer(options: ServerOptions) {
  const { faults, heard } = options;
  const execute = createExecutor(options);

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, HEADERS).end();
    const asked = await readRequest(request);
    if (asked === undefined) return void send(response, { status: 404, json: { detail: 'Not found.' } });
    heard?.(asked.path, asked.body);
    const fault = faults.take(asked.endpoint);
    if (fault?.type === 'request dropped' || fault?.type === 'request late') request.socket.destroy();
    if (fault?.type === 'request dropped') return;
    if (fault?.type === 'request late') await faults.hold(fault.ms);
    if (fault?.type === 'slow') await setTimeout(fault.ms);
    const isRefused = fault?.type === 'refused' || (fault?.type === 'status' && !fault.isExecuted);
    if (isRefused) return void send(response, refusalBy(fault)!);
    if (fault?.type === 'twice') await execute(asked, fault);
    const answer = await execute(asked, fault);
    if (fault?.type === 'answer late') await faults.hold(fault.ms);
    sendBy(fault, response, answer);
  };

  return createServer((request, response) => {
    serve(request, response).catch(() => {
      if (response.headersSent || response.destroyed) return void response.destroy();
      send(response, { status: 500, json: { detail: 'The mint failed.' } });
    });
  });
}
