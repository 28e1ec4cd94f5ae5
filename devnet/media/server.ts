import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { LnurlProvider, ProviderAnswer } from '#devnet/lightning/lnurl-provider.ts';
import { RATES } from '#devnet/rates.ts';
import { avatarSvg, landscapeSvg } from './art.ts';

const ART = join(import.meta.dirname, '../art');

const TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.webm': 'video/webm',
};

/** Public keys for the documents; known only after the content was made. */
export type Directory = {
  readonly pubkeys: ReadonlyMap<string, string>;
  readonly relayUrls: string[];
  readonly lightning: Pick<LnurlProvider, 'answer'>;
};

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

function send(response: ServerResponse, type: string, body: string, status = 200): void {
  const cacheControl = type === 'application/json' ? 'no-store' : 'public, max-age=86400';
  response.writeHead(status, { ...HEADERS, 'content-type': type, 'cache-control': cacheControl });
  response.end(body);
}

const sendJson = (response: ServerResponse, value: unknown, status?: number): void =>
  send(response, 'application/json', JSON.stringify(value), status);

/** A file of devnet/art, in part when the player asks for a range. */
function sendFile(request: IncomingMessage, response: ServerResponse, name: string): void {
  const path = join(ART, name);
  if (!/^[\w-]+\.\w+$/.test(name) || !existsSync(path)) return send(response, 'text/plain', 'not here', 404);
  const size = statSync(path).size;
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = Number(range?.[1] ?? 0);
  const end = Math.min(size - 1, range?.[2] ? Number(range[2]) : size - 1);
  if (start > end) return send(response, 'text/plain', 'no such range', 416);
  response.writeHead(range ? 206 : 200, {
    ...HEADERS,
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=86400',
    ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  });
  createReadStream(path, { start, end }).pipe(response);
}

/** Names at this server (NIP-05). */
function sendNames(response: ServerResponse, name: string | null, directory: Directory): void {
  const names = [...directory.pubkeys].filter(([handle]) => name === null || handle === name);
  const relays = Object.fromEntries(names.map(([, pubkey]) => [pubkey, directory.relayUrls.slice(0, 2)]));
  sendJson(response, { names: Object.fromEntries(names), relays });
}

/** What the provider of a sample person says (LUD-06, LUD-16). */
async function sendPayment(response: ServerResponse, { status, json, delayMs, isOpen }: ProviderAnswer): Promise<void> {
  if (delayMs > 0) await setTimeout(delayMs);
  if (isOpen) return sendJson(response, json, status);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(json));
}

function answer(request: IncomingMessage, response: ServerResponse, directory: Directory): void {
  const origin = `http://${request.headers.host}`;
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  const path = pathname.split('/').slice(1);
  const [first = '', second = ''] = path;
  const name = second.replace(/\.svg$/, '');
  if (request.method === 'OPTIONS') return void response.writeHead(204, HEADERS).end();
  if (first === 'art') return sendFile(request, response, second);
  if (first === 'avatar') return send(response, 'image/svg+xml', avatarSvg(name));
  if (first === 'banner') return send(response, 'image/svg+xml', landscapeSvg(name, 1_500, 500));
  if (first === '.well-known' && second === 'nostr.json')
    return sendNames(response, searchParams.get('name'), directory);
  if (first === 'lnurl' || (first === '.well-known' && second === 'lnurlp'))
    return void sendPayment(response, directory.lightning.answer(path, origin, searchParams));
  if (first === 'rates') return sendJson(response, RATES);
  if (first.startsWith('~')) return send(response, 'text/plain', `The page of ${first.slice(1)}.`);
  send(response, 'text/plain', 'not here', 404);
}

/** Pictures, film, NIP-05 names and Lightning addresses of the sample people; `directory` is asked at each request. */
export const createMediaServer = (directory: () => Directory): Server =>
  createServer((request, response) => answer(request, response, directory()));
