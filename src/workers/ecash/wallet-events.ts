import { parseQuote, quoteTerms } from '#domain/ecash/events/quote-event.ts';
import { buildTokenParts, parseTokenContent } from '#domain/ecash/events/token-event.ts';
import { buildWalletContent, parseWalletContent } from '#domain/ecash/events/wallet-event.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import type { Bench } from './bench.ts';
import { yOf } from './cashu.ts';
import { quoteSeal } from './quotes.ts';
import { openProof, sealProof } from './sealed-proofs.ts';
import { lockPubkeyOf } from './secrets.ts';

/** The keys of a content, if it is one. */
const keysIn = (plain: string): readonly string[] => {
  try {
    return parseWalletContent(plain).privkeys;
  } catch {
    return [];
  }
};

/** What relays hold of a wallet (NIP-60), between here and the signer of the account. */
export const createWalletEvents = ({
  inUse,
  at,
  learn,
}: Bench): Pick<
  EcashCore,
  | 'writeTokenEvents'
  | 'readTokenEvent'
  | 'writeQuoteTerms'
  | 'readQuote'
  | 'writeWalletEvent'
  | 'readWalletEvent'
  | 'sealCopy'
  | 'openCopy'
> => ({
  async writeTokenEvents({ mint, unit, proofs, del, former = [], gone = [] }) {
    const secrets = inUse();
    const open = await Promise.all(proofs.map((proof) => openProof(secrets, proof)));
    const before = former.map(parseTokenContent);
    const known = new Set([...proofs.map(({ y }) => y), ...gone]);
    const kept = before.flatMap((content) => content.proofs).filter(({ secret }) => !known.has(yOf(secret)));
    const others = before.flatMap((content) => content.others);
    if (open.length + kept.length + others.length === 0) return [];
    const rest = Object.fromEntries(before.flatMap((content) => Object.entries(content.rest)));
    const parts = buildTokenParts({ mint, unit, proofs: [...open, ...kept], others, del, rest });
    const named = new Map(open.map(({ secret }, index) => [secret, proofs[index]!.y]));
    return parts.map((part) => ({
      content: part.content,
      ys: part.proofs.flatMap(({ secret }) => named.get(secret) ?? []),
    }));
  },
  async readTokenEvent(content) {
    const { mint, unit, proofs, others, del } = parseTokenContent(content);
    const place = { mint: at(mint), unit };
    const sealed = await Promise.all(proofs.map((proof) => sealProof(inUse(), proof, place)));
    return { ...place, proofs: sealed, del, others: others.length };
  },
  async writeQuoteTerms({ quote, amount, unit, lockKey }) {
    const key = lockKey && (await inUse().sealer.unseal<string>(quoteSeal(quote), lockKey));
    return quoteTerms({ amount, unit, ...(key !== undefined && { key }) });
  },
  async readQuote({ content, tags, terms }) {
    const { quote, mint, key } = parseQuote(content, tags, terms);
    const lockKey = key === undefined ? undefined : await inUse().sealer.seal(quoteSeal(quote), key);
    return { mint: at(mint), quote, ...(lockKey && { lockKey }) };
  },
  async writeWalletEvent({ mints, former, old = [] }) {
    const { lockKey } = inUse();
    const before = former === undefined ? { privkeys: [], rest: [] } : parseWalletContent(former);
    const further = [...before.privkeys, ...old.flatMap(keysIn)];
    return buildWalletContent({ mints, privkeys: [...new Set([lockKey, ...further])], rest: before.rest });
  },
  async readWalletEvent(content) {
    const { mints, privkeys } = parseWalletContent(content);
    for (const key of privkeys) learn(key);
    return { mints, pubkeys: privkeys.map(lockPubkeyOf) };
  },
  sealCopy: async ({ name, plain }) => inUse().sealer.seal(`event:${name}`, plain),
  openCopy: async ({ name, sealed }) => inUse().sealer.unseal<string>(`event:${name}`, sealed),
});
