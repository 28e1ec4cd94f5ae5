import type { Books } from './books.ts';
import { pubkeysOf, type Keyset } from './keysets.ts';
import { MintError } from './mint-error.ts';

/** What a mint tells of itself. */
export type MintCard = {
  readonly name: string;
  readonly description: string;
  readonly pubkey: string;
  readonly motd?: string | undefined;
  readonly contact: readonly { readonly method: string; readonly info: string }[];
  readonly least: number;
  readonly most: number;
  /** seconds for which answers are repeated (NUT-19); undefined: they are not */
  readonly cacheSeconds?: number | undefined;
  readonly hasSocket: boolean;
};

export const CACHED = ['/v1/mint/bolt11', '/v1/swap', '/v1/melt/bolt11'] as const;
export const KINDS = ['bolt11_mint_quote', 'bolt11_melt_quote', 'proof_state'] as const;

/** The numbers of what the mint can do (NUT-06). */
function nuts(card: MintCard, units: readonly string[]) {
  const { least, most, cacheSeconds } = card;
  const methods = units.map((unit) => ({ method: 'bolt11', unit, min_amount: least, max_amount: most }));
  const supported = { supported: true };
  return {
    4: { methods: methods.map((each) => ({ ...each, options: { description: true } })), disabled: false },
    5: { methods, disabled: false },
    ...Object.fromEntries([7, 8, 9, 10, 11, 12, 14, 20].map((number) => [number, supported])),
    15: { methods: units.map((unit) => ({ method: 'bolt11', unit })) },
    ...(card.hasSocket && {
      17: { supported: units.map((unit) => ({ method: 'bolt11', unit, commands: KINDS })) },
    }),
    ...(cacheSeconds !== undefined && {
      19: { ttl: cacheSeconds, cached_endpoints: CACHED.map((path) => ({ method: 'POST', path })) },
    }),
  };
}

/** The answer to `/v1/info`. */
export function infoOf(card: MintCard, books: Books, url: string, now: number) {
  const active = [...books.keysets.values()].filter(({ isActive }) => isActive);
  const { name, description, pubkey, motd, contact } = card;
  return {
    name,
    pubkey,
    version: 'Nuthatch/1',
    description,
    contact,
    ...(motd !== undefined && { motd }),
    urls: [url],
    time: now,
    nuts: nuts(card, [...new Set(active.map(({ unit }) => unit))]),
  };
}

const headOf = ({ id, unit, isActive, fee, finalExpiry }: Keyset) => ({
  id,
  unit,
  active: isActive,
  input_fee_ppk: fee,
  ...(finalExpiry !== null && { final_expiry: finalExpiry }),
});

/** The answer to `/v1/keysets` (NUT-02). */
export const keysetsOf = (books: Books) => ({ keysets: [...books.keysets.values()].map(headOf) });

/** The keys of the active keysets, or of the one that is asked for (NUT-01). */
export function keysOfBooks(books: Books, id?: string) {
  const found = [...books.keysets.values()].filter((each) => (id === undefined ? each.isActive : each.id === id));
  if (found.length === 0) throw new MintError('unknownKeyset');
  return { keysets: found.map((each) => ({ ...headOf(each), keys: pubkeysOf(each.keys) })) };
}
