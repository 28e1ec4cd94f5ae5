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
  /** whether it makes and pays offers (NUT-25) */
  readonly hasOffers: boolean;
};

export const CACHED = ['/v1/mint/bolt11', '/v1/swap', '/v1/melt/bolt11', '/v1/mint/bolt12', '/v1/melt/bolt12'] as const;
const KINDS_OF = {
  bolt11: ['bolt11_mint_quote', 'bolt11_melt_quote', 'proof_state'],
  bolt12: ['bolt12_mint_quote', 'bolt12_melt_quote'],
} as const;
export const KINDS = [...KINDS_OF.bolt11, ...KINDS_OF.bolt12] as const;

/** The numbers of what the mint can do (NUT-06). */
function nuts(card: MintCard, units: readonly string[]) {
  const { least, most, cacheSeconds, hasOffers } = card;
  const names = hasOffers ? (['bolt11', 'bolt12'] as const) : (['bolt11'] as const);
  const methods = names.flatMap((method) =>
    units.map((unit) => ({ method, unit, min_amount: least, max_amount: most })),
  );
  const supported = { supported: true };
  return {
    4: { methods: methods.map((each) => ({ ...each, options: { description: true } })), disabled: false },
    5: { methods, disabled: false },
    ...Object.fromEntries([7, 8, 9, 10, 11, 12, 14, 20].map((number) => [number, supported])),
    15: { methods: units.map((unit) => ({ method: 'bolt11', unit })) },
    ...(card.hasSocket && {
      17: {
        supported: names.flatMap((method) => units.map((unit) => ({ method, unit, commands: KINDS_OF[method] }))),
      },
    }),
    ...(cacheSeconds !== undefined && {
      19: {
        ttl: cacheSeconds,
        cached_endpoints: CACHED.filter((path) => hasOffers || !path.endsWith('12')).map((path) => ({
          method: 'POST',
          path,
        })),
      },
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
