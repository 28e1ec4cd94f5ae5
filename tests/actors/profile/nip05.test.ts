import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerNip05Query, type Fetch } from '#actors/profile/nip05.ts';
import { nip05Key } from '#domain/cache/query-keys.ts';
import { NIP05_MAX_CHARACTERS } from '#domain/profile/profile-limits.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { hex } from '#tests/support/fake-events.ts';

const BOB = hex(0xb0b);
const document = { names: { bob: BOB } };
const json = (body: unknown, init?: ResponseInit) => Promise.resolve(new Response(JSON.stringify(body), init));

const setUp = (answer: Fetch) => {
  const fetch = vi.fn(answer);
  const queryClient = createQueryClient();
  registerNip05Query({ queryClient, fetch });
  const check = (address: string, pubkey = BOB) => queryClient.fetchQuery({ queryKey: nip05Key(address, pubkey) });
  return { fetch, check, queryClient };
};

describe('NIP-05 checks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('verifies a name by the document of its domain, and follows no redirect', async () => {
    const { fetch, check } = setUp(() => json(document));
    expect(await check('Bob@example.com')).toBe('verified');
    expect(fetch.mock.calls[0]?.[0]).toBe('https://example.com/.well-known/nostr.json?name=bob');
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: 'error', credentials: 'omit' });
  });

  it('tells a name of somebody else, and one the domain does not know', async () => {
    const { check } = setUp(() => json(document));
    expect(await check('bob@example.com', hex(1))).toBe('mismatch');
    expect(await check('eve@example.com')).toBe('mismatch');
  });

  it('asks nobody about what is no address', async () => {
    const { check, fetch } = setUp(() => json(document));
    expect(await check('not an address')).toBe('mismatch');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('says that the domain cannot be asked: refused, not found, no JSON, too long', async () => {
    const answers: Fetch[] = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => json(document, { status: 404 }),
      () => Promise.resolve(new Response('<html>')),
      () => json({ ...document, more: 'x'.repeat(NIP05_MAX_CHARACTERS) }),
    ];
    for (const answer of answers) expect(await setUp(answer).check('bob@example.com')).toBe('unreachable');
  });

  it('ends a document that is too long at its bound', async () => {
    let cancelled = false;
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.enqueue(new Uint8Array(((sent += 1), 10_000)).fill(120)),
      cancel: () => void (cancelled = true),
    });
    const { check } = setUp(() => Promise.resolve(new Response(endless)));
    expect(await check('bob@example.com')).toBe('unreachable');
    expect(cancelled).toBe(true);
    expect(sent * 10_000).toBeLessThan(NIP05_MAX_CHARACTERS + 50_000);
  });

  it('asks no address of this device or its network', async () => {
    const { check, fetch } = setUp(() => json(document));
    for (const host of ['localhost', '127.0.0.1:80', '10.1.2.3', '0x7f.1', 'nas.local', 'router.lan'])
      expect(await check(`bob@${host}`)).toBe('mismatch');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('gives up after 5 s', async () => {
    const { check, queryClient } = setUp(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    const checking = check('bob@example.com');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(queryClient.getQueryData(nip05Key('bob@example.com', BOB))).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await checking).toBe('unreachable');
  });
});
