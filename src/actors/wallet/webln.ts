import { calmLine } from '#domain/text/calm-text.ts';
import type { WalletFacts } from '#domain/wallet/nwc.ts';
import { WEBLN_ENABLE_TIMEOUT_MS, WEBLN_CALL_TIMEOUT_MS } from '#domain/wallet/wallet-limits.ts';
import { WalletError } from '#domain/wallet/wallet-problem.ts';
import type { WalletLink } from './wallet-link.ts';

/** What extensions and apps put on the page; nothing of it is trusted. */
type Provider = Readonly<Record<'enable' | 'getInfo' | 'getBalance' | 'sendPayment' | 'makeInvoice', unknown>>;

/** The page, which may get or lose its provider at any time. */
export type WeblnPlace = { readonly webln?: unknown };

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

const saidBy = (error: unknown): string => {
  const { message } = fieldsOf(error);
  return calmLine(typeof message === 'string' ? message : typeof error === 'string' ? error : '', 200);
};

const providerOf = ({ webln }: WeblnPlace): Provider | undefined =>
  typeof webln === 'object' && webln !== null ? (webln as Provider) : undefined;

type Call = (name: keyof Provider, args?: readonly unknown[], timeoutMs?: number) => Promise<Fields>;

/** Calls the provider of this moment. Rejects with 'provider-not-ready', 'provider-silent' or what the provider said. */
const callsTo =
  (place: WeblnPlace): Call =>
  async (name, args = [], timeoutMs = WEBLN_CALL_TIMEOUT_MS) => {
    const provider = providerOf(place);
    const act = provider?.[name];
    if (typeof act !== 'function') throw new WalletError({ code: 'provider-not-ready' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new WalletError({ code: 'provider-silent', ms: timeoutMs })), timeoutMs);
    });
    try {
      const calling = (async () => (act as (...all: unknown[]) => unknown).apply(provider, [...args]))();
      return fieldsOf(await Promise.race([calling, late]));
    } catch (error) {
      throw error instanceof WalletError ? error : new WalletError({ code: 'provider', said: saidBy(error) });
    } finally {
      clearTimeout(timer);
    }
  };

const METHODS = { sendPayment: 'pay_invoice', getBalance: 'get_balance', makeInvoice: 'make_invoice' } as const;

const factsOf = (provider: Provider, info: Fields): WalletFacts => {
  const { alias, pubkey } = fieldsOf(info['node']);
  return {
    alias: typeof alias === 'string' ? calmLine(alias, 100) : '',
    pubkey: typeof pubkey === 'string' ? calmLine(pubkey, 66) : undefined,
    network: '',
    methods: Object.entries(METHODS).flatMap(([name, method]) =>
      typeof provider[name as keyof Provider] === 'function' ? [method] : [],
    ),
    notifications: [],
  };
};

const isHex = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value);

const createPay =
  (call: Call, now: () => number): WalletLink['pay'] =>
  async ({ invoice }, tell) => {
    try {
      // it asks the user, who may think it over: what comes late counts, too
      const { preimage } = await call('sendPayment', [invoice], 2 ** 31 - 1);
      tell({ type: 'paid', preimage: isHex(preimage) ? preimage.toLowerCase() : undefined, at: now() });
    } catch (error) {
      const { problem } = error as WalletError;
      tell({ type: 'failed', problem, at: now() });
    }
  };

const nothing = () => Promise.reject(new WalletError({ code: 'service', name: 'NOT_IMPLEMENTED', said: '' }));

/**
 * Connects the wallet of the browser (WEBLN-01): it must be there and the user must allow it. A payment that it rejects may
 * have been made all the same, and there is nobody to ask.
 */
export const connectWebln = async (place: WeblnPlace, now: () => number): Promise<WalletLink> => {
  if (!providerOf(place)) throw new WalletError({ code: 'no-provider' });
  const call = callsTo(place);
  await call('enable', [], WEBLN_ENABLE_TIMEOUT_MS);
  const info = await call('getInfo').catch(() => ({}));
  const provider = providerOf(place);
  if (!provider) throw new WalletError({ code: 'provider-not-ready' });
  return {
    route: { kind: 'webln' },
    facts: factsOf(provider, info),
    unready: () => (providerOf(place) ? undefined : { code: 'provider-not-ready' }),
    pay: createPay(call, now),
    lookUp: async () => ({ type: 'found', state: 'blind', at: now() }),
    async balance() {
      const now = providerOf(place);
      if (!now) throw new WalletError({ code: 'provider-not-ready' });
      if (typeof now.getBalance !== 'function') return undefined;
      const { balance } = await call('getBalance');
      return typeof balance === 'number' && balance >= 0 ? Math.floor(balance) : undefined;
    },
    budget: async () => undefined,
    transactions: nothing,
    async makeInvoice(sats, description) {
      const { paymentRequest } = await call('makeInvoice', [{ amount: sats, defaultMemo: description }]);
      if (typeof paymentRequest !== 'string') throw new WalletError({ code: 'no-result', method: 'make_invoice' });
      return paymentRequest;
    },
    isPaid: nothing,
    onMoved: () => () => {},
    close: () => {},
  };
};
