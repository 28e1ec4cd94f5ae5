import type { IncomingMessage } from 'node:http';
import type { Endpoint } from './faults.ts';

/** What a request asks of the mint. */
export type Asked = {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly id?: string;
  readonly body: string;
  /** of a quote, or what is done with one */
  readonly method: 'bolt11' | 'bolt12';
};

const BODY_MOST = 2_000_000;

const ROUTES: readonly (readonly [method: string, path: RegExp, endpoint: Endpoint])[] = [
  ['GET', /^\/v1\/info$/, 'info'],
  ['GET', /^\/v1\/keys$/, 'keys'],
  ['GET', /^\/v1\/keys\/(?<id>[^/]+)$/, 'keys'],
  ['GET', /^\/v1\/keysets$/, 'keysets'],
  ['POST', /^\/v1\/swap$/, 'swap'],
  ['POST', /^\/v1\/mint\/quote\/(?<method>bolt1[12])$/, 'mint quote'],
  ['GET', /^\/v1\/mint\/quote\/(?<method>bolt1[12])\/(?<id>[^/]+)$/, 'check mint quote'],
  ['POST', /^\/v1\/mint\/(?<method>bolt1[12])$/, 'mint'],
  ['POST', /^\/v1\/melt\/quote\/(?<method>bolt1[12])$/, 'melt quote'],
  ['GET', /^\/v1\/melt\/quote\/(?<method>bolt1[12])\/(?<id>[^/]+)$/, 'check melt quote'],
  ['POST', /^\/v1\/melt\/(?<method>bolt1[12])$/, 'melt'],
  ['POST', /^\/v1\/checkstate$/, 'checkstate'],
  ['POST', /^\/v1\/restore$/, 'restore'],
];

/** Reads a request; undefined when the mint knows no such thing. */
export async function readRequest(request: IncomingMessage): Promise<Asked | undefined> {
  const path = new URL(request.url ?? '/', 'http://mint').pathname;
  for (const [method, pattern, endpoint] of ROUTES) {
    const match = method === request.method ? pattern.exec(path) : null;
    if (!match) continue;
    const { id, method: by } = match.groups ?? {};
    return {
      endpoint,
      path,
      method: by === 'bolt12' ? 'bolt12' : 'bolt11',
      body: await bodyOf(request),
      ...(id !== undefined && { id }),
    };
  }
  return undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MOST) throw new Error('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
