import { mayLoad } from '#domain/relays/public-host.ts';
import { numberFormat } from '#domain/text/numbers.ts';
import { RATE_MOST_MS } from './money-limits.ts';

/** Currencies in which amounts can be shown besides sats. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY', 'BRL'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const isCurrency = (value: unknown): value is Currency => CURRENCIES.includes(value as Currency);

/** What a bitcoin was worth; `at`: when that was asked, in ms since the epoch. */
export type Rate = { readonly currency: Currency; readonly perBitcoin: number; readonly at: number };

const SATS_PER_BITCOIN = 100_000_000;

/** The one source of rates: it needs no key and lets pages of any origin ask. */
export const RATE_SOURCE = { name: 'Coinbase', url: 'https://api.coinbase.com/v2/exchange-rates' } as const;

/** Where rates are asked for: on a page of the sample network at its own server, as its configuration says. */
export const ratesUrl = (configuration: string | null | undefined): string => {
  try {
    const { loopback, rates } = Object(JSON.parse(configuration ?? '')) as { loopback?: unknown; rates?: unknown };
    return loopback === true && typeof rates === 'string' && mayLoad(rates) ? rates : RATE_SOURCE.url;
  } catch {
    return RATE_SOURCE.url;
  }
};

const DECIMAL = /^\d{1,12}(?:\.\d{1,20})?$/;

/** The rate in an answer of the source; undefined when it says none that can be one. */
export const readRate = (answer: unknown, currency: Currency): number | undefined => {
  const { data } = Object(answer) as { data?: unknown };
  const { rates } = Object(data) as { rates?: unknown };
  const said = (Object(rates) as Record<string, unknown>)[currency];
  const rate = typeof said === 'string' && DECIMAL.test(said) ? Number(said) : 0;
  return rate > 0 ? rate : undefined;
};

/** Whether a rate may be shown still. */
export const isShowable = ({ at }: Rate, now: number): boolean => now - at >= 0 && now - at <= RATE_MOST_MS;

/** What sats are worth by a rate: to be shown as 'about' so much, and for nothing else. */
export const worthOf = (sats: number, { perBitcoin }: Rate): number => (sats * perBitcoin) / SATS_PER_BITCOIN;

/** An amount as its currency and a language write it: 'CHF 1.20', '¥15'; one below the smallest coin is '<$0.01', never nothing. */
export const moneyText = (amount: number, currency: string, language: string): string => {
  const format = numberFormat(language, { style: 'currency', currency });
  const coin = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 0);
  return amount > 0 && amount < coin ? `<${format.format(coin)}` : format.format(amount);
};
