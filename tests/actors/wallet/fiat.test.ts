import { describe, expect, it, vi } from 'vitest';
import { isShowable, moneyText, ratesUrl, readRate, RATE_SOURCE, worthOf } from '#domain/money/fiat.ts';
import { allowLoopback } from '#domain/relays/public-host.ts';
import { createFiat } from '#actors/wallet/fiat.ts';
import { MINUTE } from '#domain/units.ts';
import { fakeStorage } from '#tests/support/fake-storage.ts';

const saying = (rates: unknown) => new Response(JSON.stringify({ data: { currency: 'BTC', rates } }));

const opened = (answer: () => Promise<Response> | Response = () => saying({ EUR: '90000.5', USD: '100000' })) => {
  const [storage, clock, asked] = [fakeStorage(), { now: 1_000_000_000 }, [] as string[]];
  const fetch = vi.fn(async (url: string) => {
    asked.push(url);
    return answer();
  });
  const open = () =>
    createFiat({ storage, fetch: fetch as never, url: () => 'https://rates.example', now: () => clock.now });
  return { open, clock, asked, fetch, fiat: open() };
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('what sats are worth', () => {
  it('is asked of nobody as long as nobody wants to see it', async () => {
    const { fiat, asked } = opened();
    fiat.look();
    await settled();
    expect([asked, fiat.get()]).toEqual([[], undefined]);
  });

  it('is asked once it is wanted, without anything that says who asks, and again only when it is a while old', async () => {
    const { fiat, asked, clock, fetch, open } = opened();
    fiat.set('EUR');
    expect(fiat.get()).toMatchObject({ isAsking: true, rate: undefined });
    await settled();
    expect(fiat.get()).toEqual({
      currency: 'EUR',
      rate: { currency: 'EUR', perBitcoin: 90_000.5, at: clock.now },
      isAsking: false,
    });
    expect(asked).toEqual(['https://rates.example?currency=BTC']);
    expect(fetch.mock.lastCall).toMatchObject([{}, { credentials: 'omit', referrerPolicy: 'no-referrer' }]);
    fiat.look();
    open().look();
    expect(asked).toHaveLength(1);
    clock.now += 16 * MINUTE;
    fiat.look();
    fiat.look();
    await settled();
    expect(asked).toHaveLength(2);
    fiat.set(undefined);
    clock.now += 60 * MINUTE;
    fiat.look();
    expect([asked.length, fiat.get()]).toEqual([2, undefined]);
  });

  it.each([
    ['does not answer', () => Promise.reject(new Error('offline'))],
    ['says that it cannot', () => new Response('', { status: 503 })],
    ['says something else', () => new Response('<html>')],
    ['lacks the currency', () => saying({ USD: '100000' })],
    ['says a number that is none', () => saying({ EUR: '-1e9' })],
  ])('is not shown where the source %s; it is tried again a minute later', async (_, answer) => {
    const { fiat, asked, clock } = opened(answer);
    fiat.set('EUR');
    await settled();
    expect(fiat.get()).toEqual({ currency: 'EUR', rate: undefined, isAsking: false });
    fiat.look();
    expect(asked).toHaveLength(1);
    clock.now += MINUTE;
    fiat.look();
    expect(asked).toHaveLength(2);
  });

  it('is kept between visits, and not shown by a rate that is too old, or of a clock that went back', async () => {
    const { fiat, clock, open } = opened();
    fiat.set('EUR');
    await settled();
    expect(open().get()).toMatchObject({ rate: { perBitcoin: 90_000.5 } });
    const rate = fiat.get()!.rate!;
    expect([59, 61, -1].map((minutes) => isShowable(rate, clock.now + minutes * MINUTE))).toEqual([true, false, false]);
    clock.now += 61 * MINUTE;
    expect(open().get()).toMatchObject({ rate: undefined });
  });

  it('comes from the one source, or in the sample network from its own server', () => {
    const own = 'http://127.0.0.1:4711/rates';
    allowLoopback(true);
    expect(ratesUrl(JSON.stringify({ loopback: true, rates: own }))).toBe(own);
    allowLoopback(false);
    for (const said of [undefined, '{', JSON.stringify({ rates: own }), JSON.stringify({ loopback: true, rates: own })])
      expect(ratesUrl(said)).toBe(RATE_SOURCE.url);
  });

  it('is counted by the rate alone', () => {
    expect(worthOf(1_000, { currency: 'EUR', perBitcoin: 90_000.5, at: 0 })).toBeCloseTo(0.900005);
    expect(readRate({ data: { rates: { JPY: '15000000' } } }, 'JPY')).toBe(15_000_000);
    expect(readRate(null, 'JPY')).toBeUndefined();
  });

  it.each([
    ['USD', 'en', 1_234.5, '$1,234.50'],
    ['EUR', 'de', 1_234.5, '1.234,50 €'],
    ['CHF', 'en', 0.2, 'CHF 0.20'],
    ['JPY', 'en', 1_234.4, '¥1,234'],
    ['KWD', 'en', 0.0204, 'KWD 0.020'],
    ['USD', 'en', 0.002, '<$0.01'],
    ['EUR', 'de', 0.002, '<0,01 €'],
    ['JPY', 'en', 0.2, '<¥1'],
    ['KWD', 'de', 0.0002, '<0,001 KWD'],
    ['USD', 'en', 0, '$0.00'],
  ])('is written as %s is in the language %s', (currency, language, amount, text) => {
    expect(moneyText(amount, currency, language).replaceAll('\u00a0', ' ')).toBe(text);
  });
});
