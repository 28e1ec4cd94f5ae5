import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient } from '@tanstack/query-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchRelayInfo, registerRelayInfoQuery } from '#actors/relays/relay-info.ts';
import { startScriptedRelay } from '#devnet/scripted-relay.ts';
import { relayInfoKey, type RelayInfo } from '#domain/relays/relay-info.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) await end();
});

/** A server that answers as told, and the headers it was asked with. */
const serve = async (answer: (response: ServerResponse, path: string) => void) => {
  const accepts: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    accepts.push(request.headers.accept);
    answer(response, request.url ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, accepts };
};

const FAILED = 'relay-info-failed';

describe('fetchRelayInfo', () => {
  it('[POW-10] gets the http form of the URL with the header that asks for the document', async () => {
    const { url, accepts } = await serve((response) => response.end('{"name":"Birch"}'));
    await expect(fetchRelayInfo(fetch, url)).resolves.toMatchObject({ name: 'Birch', pow: 0 });
    expect(accepts).toEqual(['application/nostr+json']);
  });

  it.each([
    ['an error', (response: ServerResponse) => response.writeHead(503).end('{}')],
    ['a page', (response: ServerResponse) => response.end('<!doctype html>')],
    ['no object', (response: ServerResponse) => response.end('[]')],
    [
      'a redirect',
      (response: ServerResponse, path: string) =>
        path === '/relay' ? response.end('{}') : response.writeHead(302, { location: '/relay' }).end(),
    ],
    ['nothing', (response: ServerResponse) => response.end()],
    [
      'a cut answer',
      (response: ServerResponse) => response.writeHead(200, { 'content-length': 9 }).end('{', () => response.destroy()),
    ],
  ])('[RELAY-40] fails for %s', async (_, answer) => {
    const { url } = await serve(answer);
    await expect(fetchRelayInfo(fetch, url)).rejects.toThrow(FAILED);
  });

  it('[RELAY-40] fails when nobody is there', async () => {
    await expect(fetchRelayInfo(fetch, 'ws://127.0.0.1:1')).rejects.toThrow(FAILED);
  });

  it('reads only so much of an endless document', async () => {
    let isOpen = true;
    const { url } = await serve((response) => {
      response.on('close', () => (isOpen = false));
      const more = () => {
        if (isOpen) response.write('x'.repeat(16_384), () => setImmediate(more));
      };
      more();
    });
    await expect(fetchRelayInfo(fetch, url)).rejects.toThrow(FAILED);
    await vi.waitFor(() => expect(isOpen).toBe(false));
  });

  it('[POW-11] gives a relay 3000 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    let error: unknown;
    fetchRelayInfo(silent, 'wss://silent.example').catch((thrown: unknown) => (error = thrown));
    await vi.advanceTimersByTimeAsync(2_999);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(error).toMatchObject({ message: FAILED });
  });

  it('ends with the reason of the one who asks', async () => {
    const control = new AbortController();
    control.abort(new Error('never mind'));
    await expect(fetchRelayInfo(fetch, 'ws://127.0.0.1:1', control.signal)).rejects.toThrow('never mind');
  });
});

it('is the query `relay-info` of a relay, from the relay itself', async () => {
  const relay = await startScriptedRelay({ information: { name: 'Scripted', limitation: { max_limit: 50 } } });
  ends.push(() => relay.close());
  const queryClient = new QueryClient();
  registerRelayInfoQuery({ queryClient, fetch, mayAsk: (url) => url === relay.url });
  const info = await queryClient.fetchQuery<RelayInfo>({ queryKey: relayInfoKey(relay.url) });
  expect([info.name, info.limitation.maxLimit]).toEqual(['Scripted', 50]);
  const other = await startScriptedRelay({ information: { name: 'Not named by the user' } });
  ends.push(() => other.close());
  await expect(queryClient.fetchQuery({ queryKey: relayInfoKey(other.url) })).rejects.toThrow(FAILED);
  await relay.close();
  expect(await queryClient.fetchQuery<RelayInfo>({ queryKey: relayInfoKey(relay.url) })).toBe(info);
});
