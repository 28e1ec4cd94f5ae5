import { QUOTE_KEPT_S, QUOTE_MAX_CHARACTERS } from '#domain/ecash/ecash-limits.ts';
import { isScalar } from '#domain/ecash/proof.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { readAmount, unreadable, valuesOf, type Tag } from './event-parts.ts';

/* Quote events (kind 7374, NIP-60): an invoice that a mint wrote, until it is paid and its ecash is taken. */

/** What a quote event says (WEV-02). `expiresAt` in seconds. */
export type QuoteContent = {
  readonly quote: string;
  readonly mint: string;
  readonly amount?: number;
  readonly unit?: string;
  readonly expiresAt?: number;
  /** hex; opens a locked one (NUT-20): for the ecash worker and the account's signer alone */
  readonly key?: string;
};

/** What is not told in the open of a quote: everybody would read who deposits how much. Other devices of the account need it. */
const TERMS = 'terms';

/** The terms of a quote, to be encrypted. */
export const quoteTerms = ({ amount, unit, key }: Pick<QuoteContent, 'amount' | 'unit' | 'key'>): string =>
  JSON.stringify({ amount, unit, key });

/** Writes a quote event: `content` is to be encrypted, as are its terms, which stand beside the tags by `withTerms`. `nowS` in seconds. */
export const buildQuote = ({ quote, mint }: Pick<QuoteContent, 'quote' | 'mint'>, nowS: number) => ({
  kind: KIND.cashuQuote,
  content: quote,
  tags: [
    ['expiration', String(nowS + QUOTE_KEPT_S)],
    ['mint', mint],
  ] satisfies Tag[],
});

/** The tags of a quote event with its encrypted terms. */
export const withTerms = (tags: readonly Tag[], encrypted: string): readonly Tag[] => [...tags, [TERMS, encrypted]];

/** The encrypted terms of a quote event. */
export const termsOf = (tags: readonly Tag[]): string | undefined => valuesOf(tags, TERMS)[0];

const partsOf = (plain: string): Partial<QuoteContent> => {
  if (!plain.startsWith('{')) return { quote: plain.trim() };
  // as the conventional library writes it
  const said = JSON.parse(plain) as Partial<Record<'quoteId' | 'mint' | 'amount' | 'unit' | 'key', unknown>>;
  return {
    ...(typeof said.quoteId === 'string' && { quote: said.quoteId }),
    ...(typeof said.mint === 'string' && { mint: said.mint }),
    ...(typeof said.amount === 'number' && { amount: said.amount }),
    ...(typeof said.unit === 'string' && { unit: said.unit }),
    ...(typeof said.key === 'string' && isScalar(said.key) && { key: said.key }),
  };
};

/** Reads the plain content of a quote event, its tags, and its terms where it has some. Throws 'event-unreadable'. */
export const parseQuote = (plain: string, tags: readonly Tag[], terms = '{}'): QuoteContent => {
  if (plain.length + terms.length > QUOTE_MAX_CHARACTERS) return unreadable();
  try {
    const said = { ...partsOf(terms), ...partsOf(plain) };
    const mint = valuesOf(tags, 'mint')[0] ?? said.mint;
    const expiresAt = readAmount(valuesOf(tags, 'expiration')[0]);
    if (!said.quote || mint === undefined) return unreadable();
    return { ...said, quote: said.quote, mint, ...(expiresAt !== undefined && { expiresAt }) };
  } catch {
    return unreadable();
  }
};
