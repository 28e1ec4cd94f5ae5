import { createListeners } from '#domain/listeners.ts';
import { isCurrency, isShowable, readRate, type Currency, type Rate } from '#domain/money/fiat.ts';
import { RATE_FRESH_MS, RATE_ANSWER_MS, RATE_AGAIN_MS } from '#domain/money/money-limits.ts';
import { isRecord } from '#domain/record.ts';
import type { Fiat, FiatStand } from '#ports/wallet.ts';
import { lasting, parseJson } from '#store/storage/browser-storage.ts';
import { FIAT_RATE_KEY } from '#store/wallet/fiat-rate.ts';

/** local storage: the currency in which amounts are shown, too */
const CHOICE_KEY = 'alsoIn';

export type FiatDeps = {
  readonly storage: Storage | undefined;
  readonly fetch: typeof globalThis.fetch;
  /** where rates are asked for */
  readonly url: () => string;
  /** ms since the epoch */
  readonly now: () => number;
};

const rateOf = (value: unknown, currency: Currency): Rate | undefined => {
  if (!isRecord(value) || value['currency'] !== currency) return undefined;
  const { perBitcoin, at } = value;
  return typeof perBitcoin === 'number' && typeof at === 'number' ? { currency, perBitcoin, at } : undefined;
};

/** Rates of the currency that was chosen; nothing is asked as long as none is. */
export const createFiat = ({ storage, fetch, url, now }: FiatDeps): Fiat => {
  const kept = lasting(storage);
  const { tell, subscribe } = createListeners();
  let triedAt = -Infinity;
  const read = (): FiatStand | undefined => {
    const currency = kept.get(CHOICE_KEY);
    if (!isCurrency(currency)) return undefined;
    const rate = rateOf(parseJson(kept.get(FIAT_RATE_KEY)), currency);
    return { currency, rate: rate && isShowable(rate, now()) ? rate : undefined, isAsking: false };
  };
  let stand = read();
  const change = (next: FiatStand | undefined) => {
    stand = next;
    tell();
  };

  const ask = async (currency: Currency) => {
    triedAt = now();
    change({ ...stand!, isAsking: true });
    try {
      const asked = `${url()}?currency=BTC`;
      const options = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;
      const answer = await fetch(asked, { ...options, signal: AbortSignal.timeout(RATE_ANSWER_MS) });
      const perBitcoin = answer.ok ? readRate(await answer.json(), currency) : undefined;
      // what is wanted now is asked for by itself
      if (kept.get(CHOICE_KEY) !== currency) return;
      if (perBitcoin !== undefined)
        kept.set(FIAT_RATE_KEY, JSON.stringify({ currency, perBitcoin, at: now() } satisfies Rate));
    } catch {
      // it is said that there is no rate
    }
    if (kept.get(CHOICE_KEY) === currency) change(read());
  };

  /** Asks where that was not done lately. */
  const look = () => {
    const known = read();
    if (!known || stand?.isAsking === true) return;
    const isFresh = known.rate !== undefined && now() - known.rate.at < RATE_FRESH_MS;
    if (isFresh || now() - triedAt < RATE_AGAIN_MS) return;
    void ask(known.currency);
  };

  return {
    get: () => stand,
    subscribe,
    look,
    set(currency) {
      kept.set(CHOICE_KEY, currency ?? null);
      if (!currency) kept.set(FIAT_RATE_KEY, null);
      triedAt = -Infinity;
      change(read());
      look();
    },
  };
};
