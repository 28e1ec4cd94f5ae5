import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import type { WalletFacts } from '#domain/wallet/nwc.ts';
import { WEBLN_ENABLE_TIMEOUT_MS, WEBLN_CALL_TIMEOUT_MS } from '#domain/wallet/wallet-limits.ts';
import { WalletError, walletProblemOf } from '#domain/wallet/wallet-problem.ts';
import type { WalletLink } from './wallet-link.ts';

/** What extensions and apps put on the page; nothing of it is trusted. */
type Provider = object;

type Act = 'enable' | 'getInfo' | 'getBalance' | 'sendPayment' | 'makeInvoice';

/** The page, which may get or lose its provider at any time. */
export type WeblnPlace = { readonly webln?: unknown };

/** What somebody else's object has by this name; nothing where it throws when it is looked at. */
const fieldOf = (value: unknown, name: string): unknown => {
  try {
    return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
};

const saidBy = (error: unknown): string => {
  const message = fieldOf(error, 'message');
  return calmLine(typeof message === 'string' ? message : typeof error === 'string' ? error : '', 200);
};

const providerOf = (place: WeblnPlace): Provider | undefined => {
  const webln = fieldOf(place, 'webln');
  return typeof webln === 'object' && webln !== null ? webln : undefined;
};

/** Whether the browser offers a wallet. */
export const hasProvider = (place: WeblnPlace): boolean => providerOf(place) !== undefined;

const has = (provider: Provider | undefined, act: Act): boolean => typeof fieldOf(provider, act) === 'function';

/** Calls back when the browser gets a wallet, which may be late, until the returned function is called. */
export const onProvider = (window: EventTarget, listener: () => void): (() => void) => {
  // some tell it of the document alone, and do not let that bubble
  window.addEventListener('webln:ready', listener, true);
  return () => window.removeEventListener('webln:ready', listener, true);
};

type Call = (name: Act, args?: readonly unknown[], timeoutMs?: number) => Promise<unknown>;

/** Calls the provider of this moment. Rejects with 'provider-not-ready', 'provider-silent' or what the provider said. */
const callsTo =
  (place: WeblnPlace): Call =>
  async (name, args = [], timeoutMs = WEBLN_CALL_TIMEOUT_MS) => {
    refuseSecrets(args);
    const provider = providerOf(place);
    const act = fieldOf(provider, name);
    if (typeof act !== 'function') throw new WalletError({ code: 'provider-not-ready' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new WalletError({ code: 'provider-silent', ms: timeoutMs })), timeoutMs);
    });
    try {
      const calling = (async () => (act as (...all: unknown[]) => unknown).apply(provider, [...args]))();
      return await Promise.race([calling, late]);
    } catch (error) {
      throw error instanceof WalletError ? error : new WalletError({ code: 'provider', said: saidBy(error) });
    } finally {
      clearTimeout(timer);
    }
  };

const METHODS = { sendPayment: 'pay_invoice', getBalance: 'get_balance', makeInvoice: 'make_invoice' } as const;

const factsOf = (provider: Provider, info: unknown): WalletFacts => {
  const [alias, pubkey] = ['alias', 'pubkey'].map((name) => fieldOf(fieldOf(info, 'node'), name));
  return {
    alias: typeof alias === 'string' ? calmLine(alias, 100) : '',
    pubkey: typeof pubkey === 'string' ? calmLine(pubkey, 66) : undefined,
    network: '',
    methods: Object.entries(METHODS).flatMap(([name, method]) => (has(provider, name as Act) ? [method] : [])),
    notifications: [],
  };
};

/** Some name the currency BTC, and count in sats. */
const isOfSats = (currency: unknown): boolean =>
  typeof currency === 'string' ? /^(?:sats?|btc)$/i.test(currency) : (currency ?? undefined) === undefined;

const isHex = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

/** The provider must allow itself to be used; one that took its place must anew (WEBLN-01). */
const createEnabling = (place: WeblnPlace, call: Call) => {
  let enabled: Provider | undefined;
  const isEnabled = () => enabled !== undefined && providerOf(place) === enabled;
  return {
    isEnabled,
    async enable() {
      const provider = providerOf(place);
      if (isEnabled()) return;
      await call('enable', [], WEBLN_ENABLE_TIMEOUT_MS);
      enabled = provider;
    },
  };
};

const createPay =
  (call: Call, isEnabled: () => boolean, now: () => number): WalletLink['pay'] =>
  async ({ invoice }, tell) => {
    try {
      if (!isEnabled()) throw new WalletError({ code: 'provider-not-ready' });
      // it asks the user, who may think it over: what comes late counts, too
      const preimage = fieldOf(await call('sendPayment', [invoice], 2 ** 31 - 1), 'preimage');
      tell({ type: 'paid', preimage: isHex(preimage) ? preimage.toLowerCase() : undefined, at: now() });
    } catch (error) {
      tell({ type: 'failed', problem: walletProblemOf(error), at: now() });
    }
  };

const nothing = () => Promise.reject(new WalletError({ code: 'service', name: 'NOT_IMPLEMENTED', said: '' }));

/**
 * Connects the wallet of the browser (WEBLN-01): it must be there and the user must allow it. A payment that it rejects may
 * have been made all the same, and there is nobody to ask.
 */
export const connectWebln = async (place: WeblnPlace, now: () => number): Promise<WalletLink> => {
  if (!hasProvider(place)) throw new WalletError({ code: 'no-provider' });
  const call = callsTo(place);
  const { isEnabled, enable } = createEnabling(place, call);
  await enable();
  const info = await call('getInfo').catch(() => undefined);
  const provider = providerOf(place);
  if (!provider) throw new WalletError({ code: 'provider-not-ready' });
  const unready: WalletLink['unready'] = () =>
    has(providerOf(place), 'sendPayment') ? undefined : { code: 'provider-not-ready' };
  return {
    route: { kind: 'webln' },
    facts: factsOf(provider, info),
    unready,
    async prepare() {
      if (!unready()) await enable();
    },
    pay: createPay(call, isEnabled, now),
    lookUp: async () => ({ type: 'found', state: 'blind', at: now() }),
    async balance() {
      const provider = providerOf(place);
      if (!provider) throw new WalletError({ code: 'provider-not-ready' });
      if (!has(provider, 'getBalance')) return undefined;
      const told = await call('getBalance');
      const balance = isOfSats(fieldOf(told, 'currency')) ? fieldOf(told, 'balance') : undefined;
      return typeof balance === 'number' && balance >= 0 ? Math.floor(balance) : undefined;
    },
    budget: async () => undefined,
    transactions: nothing,
    async makeInvoice(sats, description) {
      await enable();
      const asked = [{ amount: sats, defaultMemo: description }];
      const paymentRequest = fieldOf(await call('makeInvoice', asked), 'paymentRequest');
      if (typeof paymentRequest !== 'string') throw new WalletError({ code: 'no-result', method: 'make_invoice' });
      return paymentRequest;
    },
    isPaid: nothing,
    onMoved: () => () => {},
    close: () => {},
  };
};
