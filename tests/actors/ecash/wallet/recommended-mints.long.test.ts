import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecommended } from '#actors/ecash/wallet/recommended-mints.ts';
import { profileContactsKey } from '#domain/cache/query-keys.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { hex } from '#tests/support/fake-events.ts';
import { noteOf, startOverFakes } from '#tests/support/relay-layer.ts';

const [ME, ANNA] = [hex(1), hex(2)];
const [FLOOD, GOOD] = ['wss://flood.example', 'wss://good.example'];
const NOW = 1_800_000_000;
const FORGED = 10_000;

let ids = 1;
const about = (pubkey: string, url: string, sig: string): NostrEvent =>
  noteOf((ids += 1), {
    kind: 38_000,
    pubkey,
    created_at: NOW - 60,
    tags: [
      ['d', url],
      ['k', '38172'],
      ['u', url, 'cashu'],
    ],
    sig,
  });

describe('mints that people recommend, as relays tell of them', () => {
  beforeEach(() => void vi.useFakeTimers({ now: NOW * 1_000 }));
  afterEach(() => void vi.useRealTimers());

  it('are those of people one follows, also where a relay sends ten thousand in their name, and of strangers, that were not asked for', async () => {
    const { requests, relay } = await startOverFakes([FLOOD, GOOD]);
    const queryClient = createQueryClient();
    queryClient.setQueryDefaults(profileContactsKey(ME), { queryFn: () => [{ pubkey: ANNA }] });
    const recommended = createRecommended({
      requests,
      queryClient,
      account: { get: () => ({ pubkey: ME, method: 'nsec', persisted: false }) },
      muted: { get: () => new Set() } as never,
    });
    const found = recommended(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(200);
    const askedOf = (url: string) => relay(url).sentOf('REQ').at(-1)!;
    const [, flooded, filter] = askedOf(FLOOD);
    expect(filter).toMatchObject({ kinds: [38_000], authors: [ME, ANNA] });
    for (let at = 0; at < FORGED; at += 1) {
      relay(FLOOD).says('EVENT', flooded, about(ANNA, `https://evil${at}.example`, 'forged'));
      relay(FLOOD).says('EVENT', flooded, about(hex(100 + at), `https://other${at}.example`, 'b'.repeat(128)));
    }
    relay(FLOOD).says('EOSE', flooded);
    const [, asked] = askedOf(GOOD);
    relay(GOOD).says('EVENT', asked, about(ANNA, 'https://mint.example', 'b'.repeat(128)));
    relay(GOOD).says('EOSE', asked);
    await vi.advanceTimersByTimeAsync(10_000);
    const { mints } = await found;
    expect(mints.map(({ url, by }) => [url, by.map(({ pubkey }) => pubkey)])).toEqual([
      ['https://mint.example', [ANNA]],
    ]);
  });
});
