import { expect, it, vi } from 'vitest';
import { tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import { readReceipt } from '#domain/wallet/receipt.ts';
import { createReceiptWatch } from '#actors/wallet/receipt-watch.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import { keyOf, makeReceipt, type ReceiptParts } from '#tests/support/receipts.ts';

type Request = Parameters<RelayRequests['watch']>[0];

const ONE = 'wss://one.example';
const TWO = 'wss://two.example';

/** Relays that keep what they get, as those that hold receipts do. */
const setUp = () => {
  const open = new Set<Request>();
  const [asked, stored] = [[] as Request[], [] as NostrEvent[]];
  const takes = ({ filters }: Request, event: NostrEvent) =>
    filters.some(
      ({ authors, since, '#p': people }) =>
        authors?.includes(event.pubkey) && people?.includes(tagValue(event, 'p')!) && event.created_at >= since!,
    );
  const watchReceipt = createReceiptWatch({
    watch(request) {
      open.add(request);
      asked.push(request);
      for (const event of stored)
        queueMicrotask(() => open.has(request) && takes(request, event) && request.onEvent?.(event, ONE));
      return () => void open.delete(request);
    },
  });
  const tell = (event: NostrEvent) => {
    stored.push(event);
    for (const request of open) if (takes(request, event)) request.onEvent?.(event, ONE);
  };
  const wait = (event: NostrEvent, onPaid: () => void, relays: readonly string[] = [ONE, TWO]) => {
    const { zap, paymentHash } = readReceipt(event)!;
    const receipt = { provider: zap.provider, recipient: zap.recipient, request: zap.requestId, relays };
    return watchReceipt({ hash: paymentHash!, receipt: { ...receipt, since: event.created_at - 600 } }, onPaid);
  };
  return {
    watchReceipt,
    wait,
    tell,
    asked,
    at: (relay: string) => [...open].filter((one) => one.relays?.[0] === relay),
  };
};

const zapped = (parts: ReceiptParts) => makeReceipt({ recipient: 'lena', ...parts });

it('many zaps in a row are waited for with one subscription at each relay, which is as wide as they are', () => {
  const { wait, tell, at } = setUp();
  const receipts = Array.from({ length: 20 }, (_, index) =>
    zapped({
      salt: String(index),
      recipient: index % 2 ? 'lena' : 'bo',
      provider: index < 10 ? 'provider' : 'other',
      at: 1_700_000_000 - index,
    }),
  );
  const paid = receipts.map(() => vi.fn());
  const stops = receipts.map((receipt, index) => wait(receipt, paid[index]!));
  expect([at(ONE), at(TWO)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  const people = ['bo', 'lena'].map(keyOf);
  expect(at(ONE)[0]!.filters).toEqual([
    { kinds: [9735], authors: [keyOf('provider')], '#p': people, since: 1_700_000_002 - 9 - 600 },
    { kinds: [9735], authors: [keyOf('other')], '#p': people, since: 1_700_000_002 - 19 - 600 },
  ]);
  for (const [index, receipt] of receipts.entries()) {
    expect(paid[index]).not.toHaveBeenCalled();
    tell(receipt);
    expect(paid[index]).toHaveBeenCalledWith(tagValue(receipt, 'preimage'));
    stops[index]!();
  }
  expect([at(ONE), at(TWO)]).toEqual([[], []]);
});

it('a receipt that came before somebody waited for it is heard by who waits for it later', async () => {
  const { wait, tell } = setUp();
  const [early, late] = [zapped({ salt: 'early' }), zapped({ salt: 'late' })];
  wait(late, () => {});
  tell(early);
  const paid = vi.fn();
  wait(early, paid);
  await vi.waitFor(() => expect(paid).toHaveBeenCalled());
});

it('who no longer waits is told nothing, others go on, and each waits only at its own relays', () => {
  const { wait, tell, at } = setUp();
  const [one, other] = [zapped({ salt: 'one' }), zapped({ salt: 'other' })];
  const [onePaid, otherPaid] = [vi.fn(), vi.fn()];
  const stop = wait(one, onePaid, ['wss://one.example/', 'no address']);
  wait(other, otherPaid, [ONE, TWO]);
  expect([at(ONE), at(TWO)]).toMatchObject([{ length: 1 }, { length: 1 }]);
  stop();
  stop();
  tell(one);
  tell(other);
  expect(onePaid).not.toHaveBeenCalled();
  expect(otherPaid).toHaveBeenCalled();
  expect([at(ONE), at(TWO)]).toMatchObject([{ length: 1 }, { length: 1 }]);
});

it('nothing is asked for a payment without a receipt', () => {
  const { watchReceipt, asked } = setUp();
  watchReceipt({ hash: 'ab'.repeat(32) }, () => {})();
  expect(asked).toEqual([]);
});
