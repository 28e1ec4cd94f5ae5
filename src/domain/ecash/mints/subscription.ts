import { MINT_MESSAGE_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';

/** What a mint tells of by its socket (MINT-22, NUT-17). */
export type SubscriptionKind = 'bolt11_mint_quote' | 'bolt11_melt_quote' | 'bolt12_mint_quote' | 'proof_state';

export type Subscription = { readonly kind: SubscriptionKind; readonly filters: readonly string[] };

/** Where the socket of a mint is (MINT-21). */
export const socketUrl = (mint: string): string => `${mint.replace(/^http/, 'ws')}/v1/ws`;

const written = (method: 'subscribe' | 'unsubscribe', id: number, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params, id });

/** A request of JSON-RPC; `subId` comes back with all that is told of it. */
export const writeSubscribe = (id: number, subId: string, { kind, filters }: Subscription): string =>
  written('subscribe', id, { kind, subId, filters });

export const writeUnsubscribe = (id: number, subId: string): string => written('unsubscribe', id, { subId });

/** What a mint sends. `payload` is not read: it is what the same question by HTTP would bring. */
export type MintMessage =
  | { readonly type: 'told'; readonly subId: string; readonly payload: unknown }
  | { readonly type: 'accepted'; readonly id: number }
  | { readonly type: 'refused'; readonly id: number };

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Undefined for what is no message of a mint. */
export const readMintMessage = (text: string): MintMessage | undefined => {
  if (text.length > MINT_MESSAGE_MAX_CHARACTERS) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isFields(json)) return undefined;
  const { params, id, result, error } = json;
  if (isFields(params) && typeof params.subId === 'string')
    return { type: 'told', subId: params.subId, payload: params.payload };
  const number = typeof id === 'string' ? Number(id) : id;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return undefined;
  if (isFields(error)) return { type: 'refused', id: number };
  return isFields(result) ? { type: 'accepted', id: number } : undefined;
};
