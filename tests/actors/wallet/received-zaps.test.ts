import { describe, expect, it } from 'vitest';
import { registerReceivedZaps } from '#actors/wallet/received-zaps.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { receivedZapsKey, type ReceivedZaps } from '#domain/wallet/received-zaps.ts';
import { RECEIVED_ZAPS_PAGES } from '#domain/wallet/wallet-limits.ts';
import { createQueryClient } from '#store/cache/query-client.ts';
import { fakeRequests, RELAYS } from '#tests/support/fake-requests.ts';
import { keyOf, makeReceipt } from '#tests/support/receipts.ts';
import { zapTexts } from '#ui/texts/zap.ts';

const AUTHOR = keyOf('author');
const AT = 1_700_000_000;
const receiptsOf = (count: number, from = 0): readonly NostrEvent[] =>
  Array.from({ length: count }, (_, index) => makeReceipt({ salt: String(from + index), at: AT - from - index }));

/** What somebody was zapped, by relays of which each gives so many at once. */
const totalOf = async (relays: Readonly<Record<string, readonly NostrEvent[]>>, most = 3, silent: string[] = []) => {
  const { requests, asked } = fakeRequests(({ filters: [filter], relays: [relay = ''] = [] }) => {
    const { until = Infinity } = filter!;
    const held = (relays[relay] ?? []).filter(({ created_at }) => created_at <= until).slice(0, most);
    return { events: held, outcomes: [{ relay, outcome: silent.includes(relay) ? 'timeout' : 'eose' }] };
  });
  const queryClient = createQueryClient();
  const providers = { of: async () => keyOf('provider'), known: () => keyOf('provider') };
  registerReceivedZaps({ queryClient, requests, providers, prove: async () => [] });
  const total = await queryClient.fetchQuery<ReceivedZaps>({ queryKey: receivedZapsKey(AUTHOR) });
  return { total, asked };
};

const [ONE = '', TWO = ''] = RELAYS.read;

describe('what somebody was zapped in all', () => {
  it('is asked of each relay page by page, however many it gives at once, each receipt once', async () => {
    const [first, second] = [receiptsOf(8), receiptsOf(5, 6)];
    const { total } = await totalOf({ [ONE]: first, [TWO]: second });
    expect(total).toEqual({ sats: 11 * 21, zaps: 11, isAll: true });
    expect(zapTexts.received(total.sats, total.zaps, total.isAll)).toBe('231 sats from 11 zaps');
  });

  it('is said to be at least that where there is more, or a relay did not answer', async () => {
    const { total, asked } = await totalOf({ [ONE]: receiptsOf(40) });
    expect(asked.filter(({ relays }) => relays?.[0] === ONE)).toHaveLength(RECEIVED_ZAPS_PAGES);
    expect(total.isAll).toBe(false);
    expect(total.zaps).toBeLessThan(40);
    const late = await totalOf({ [ONE]: receiptsOf(2) }, 3, [TWO]);
    expect(late.total).toEqual({ sats: 42, zaps: 2, isAll: false });
    expect(zapTexts.received(42, 2, false)).toBe('At least 42 sats from 2 zaps');
  });
});
