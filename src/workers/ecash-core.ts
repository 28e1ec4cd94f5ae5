import { EcashError, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { feePaid } from '#domain/ecash/fees.ts';
import { fullId, isShortId } from '#domain/ecash/keyset.ts';
import {
  readChange,
  readMeltState,
  readMintQuote,
  readRestored,
  readSignatures,
  readStates,
  type Signature,
} from '#domain/ecash/mint-answers.ts';
import { mintUrl } from '#domain/ecash/mint-url.ts';
import { sumOf, type MadeProof, type SealedProof, type SpentState } from '#domain/ecash/proof.ts';
import { lockPubkey } from '#domain/ecash/pubkey.ts';
import { DEFAULT_UNIT, readBareToken } from '#domain/ecash/read-token.ts';
import type { Token, TokenProof } from '#domain/ecash/token.ts';
import type { CryptoSource } from '#domain/session/key-cipher.ts';
import { SECOND } from '#domain/units.ts';
import type { EcashCore, MeltOutcome, MintOrder, OutputsWish, PreparedOutputs, SeedScan } from './ecash-calls.ts';
import {
  dleqOf,
  lockedOutput,
  messageOf,
  proofOf,
  quoteSignature,
  seededOutput,
  writeToken,
  type BareOutput,
} from './ecash/cashu.ts';
import { createKnownMints, type KnownMints } from './ecash/known-mints.ts';
import { createMintRequest } from './ecash/mint-request.ts';
import { askMeltQuote, askMintQuote } from './ecash/quotes.ts';
import {
  lockedFor,
  openInputs,
  openOutputs,
  openProof,
  sealMade,
  sealOutputs,
  sealProof,
  type OpenOutput,
} from './ecash/sealed-proofs.ts';
import { createWallet, openWallet, revealWords, type Secrets } from './ecash/secrets.ts';

/** PROOF-04, TOKEN-23 */
export const CHECK_BATCH = 100;
export const RESTORE_BATCH = 100;
const NUT_DLEQ = 12;
const QUOTE_SIGNATURE_WRONG = 20_008;

export type EcashSource = CryptoSource & {
  readonly fetch: typeof globalThis.fetch;
  /** ms since the epoch */
  readonly now: () => number;
  /** a token for a mint that guards some of its calls (NUT-22, MINT-02) */
  readonly blindAuth?: (mint: string) => Promise<string>;
};

const fail = (problem: EcashProblem): never => {
  throw new EcashError(problem);
};

const batches = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** What the parts of the core share. */
type Bench = {
  readonly mints: KnownMints;
  readonly inUse: () => Secrets;
  readonly at: (url: string) => string;
  readonly seconds: () => number;
};

/** Outputs that come from the words, but for the locked ones. */
const prepare = async ({ inUse, at }: Bench, wish: OutputsWish): Promise<PreparedOutputs> => {
  const secrets = inUse();
  const { keyset, unit, keep = [], send = [], blanks = 0, lock } = wish;
  const place = { mint: at(wish.mint), unit, keyset };
  let used = 0;
  const seeded = (amount: number) => seededOutput(secrets.seed, keyset, wish.counter + used++, amount);
  const safeLock = lock && {
    ...lock,
    pubkey: lockPubkey(lock.pubkey),
    ...(lock.refund && { refund: lock.refund.map(lockPubkey) }),
  };
  const groups: readonly (readonly ['keep' | 'send' | 'change', readonly BareOutput[]])[] = [
    ['keep', keep.map(seeded)],
    ['send', send.map((amount) => (safeLock ? lockedOutput(keyset, amount, safeLock) : seeded(amount)))],
    ['change', Array.from({ length: blanks }, () => seeded(0))],
  ];
  const outputs = groups
    .filter(([, made]) => made.length > 0)
    .map(([role, made]) => sealOutputs(secrets, { role, ...place }, made));
  return { outputs: await Promise.all(outputs), used };
};

/** Makes proofs of what a mint signed; `skip` leaves out what is not signed as it must be, instead of failing. */
const makeProofs = async (
  { mints, inUse }: Bench,
  mint: string,
  signed: readonly { readonly open: OpenOutput; readonly signature: Signature }[],
  { blank, skip = false }: { readonly blank: boolean; readonly skip?: boolean },
): Promise<readonly MadeProof[]> => {
  const needsDleq = mints.find(mint)?.info.nuts.includes(NUT_DLEQ) === true;
  const made: MadeProof[] = [];
  for (const { open, signature } of signed) {
    const { keys } = await mints.keyset(mint, open.output.blindedMessage.id);
    try {
      const isBlank = blank || open.role === 'change';
      const proof = proofOf(open.output, signature, { keys, needsDleq, blank: isBlank });
      made.push(await sealMade(inUse(), open, proof));
    } catch (error) {
      if (!skip) throw error;
    }
  }
  return made;
};

/** Sorted, so that the order tells the mint nothing of what is kept. */
const sorted = (outputs: readonly OpenOutput[]): readonly OpenOutput[] =>
  outputs.toSorted((a, b) => Number(a.output.blindedMessage.amount) - Number(b.output.blindedMessage.amount));

/** Keys are asked for before a request that cannot be taken back: what it brings can be opened. */
const loadKeys = async ({ mints }: Bench, mint: string, outputs: readonly OpenOutput[]): Promise<void> => {
  for (const id of new Set(outputs.map(({ output }) => output.blindedMessage.id))) await mints.keyset(mint, id);
};

const pair = (outputs: readonly OpenOutput[], signatures: readonly Signature[]) =>
  signatures.map((signature, index) => ({ open: outputs[index]!, signature }));

const createExchange = (bench: Bench): Pick<EcashCore, 'swap' | 'mint' | 'melt' | 'checkMeltQuote' | 'restore'> => {
  const { mints, inUse, at, seconds } = bench;

  const meltOutcome = async (mint: string, answer: unknown, blanks: readonly OpenOutput[]): Promise<MeltOutcome> => {
    const signatures = readChange(answer, blanks.length);
    const state = readMeltState(answer);
    if (!signatures) return state;
    // the payment is made, whatever is wrong with its change
    return { ...state, change: await makeProofs(bench, mint, pair(blanks, signatures), { blank: true, skip: true }) };
  };

  const signMint = async ({ quote, pubkey, lockKey }: MintOrder) => {
    if (pubkey !== undefined && lockKey === undefined) return fail({ code: 'quote-key-missing' });
    return lockKey && (await inUse().sealer.unseal<string>(`quote:${quote}`, lockKey));
  };

  const postMint = async (order: MintOrder, mint: string, messages: readonly ReturnType<typeof messageOf>[]) => {
    const { quote, method = 'bolt11' } = order;
    const key = await signMint(order);
    const post = (old: boolean) =>
      mints.ask(mint, `/v1/mint/${method}`, {
        quote,
        outputs: messages,
        ...(key !== undefined && { signature: quoteSignature(key, quote, messages, old) }),
      });
    try {
      return await post(false);
    } catch (error) {
      const { problem } = error as EcashError;
      const isOld = key !== undefined && problem.code === 'mint-refused' && problem.number === QUOTE_SIGNATURE_WRONG;
      if (!isOld) throw error;
      return await post(true);
    }
  };

  return {
    async swap({ mint, inputs, outputs }) {
      const url = at(mint);
      const open = sorted(await openOutputs(inUse(), outputs));
      feePaid(sumOf(inputs), sumOf(outputs.flatMap(({ amounts }) => amounts.map((amount) => ({ amount })))));
      await loadKeys(bench, url, open);
      const body = {
        inputs: await openInputs(inUse(), inputs, seconds()),
        outputs: open.map(({ output }) => messageOf(output)),
      };
      const signatures = readSignatures(await mints.ask(url, '/v1/swap', body), open.length);
      return { proofs: await makeProofs(bench, url, pair(open, signatures), { blank: false }) };
    },
    async mint(order) {
      const url = at(order.mint);
      const open = sorted(await openOutputs(inUse(), order.outputs));
      await loadKeys(bench, url, open);
      const messages = open.map(({ output }) => messageOf(output));
      const signatures = readSignatures(await postMint(order, url, messages), open.length);
      return { proofs: await makeProofs(bench, url, pair(open, signatures), { blank: false }) };
    },
    async melt({ mint, quote, method = 'bolt11', inputs, outputs }) {
      const url = at(mint);
      const open = await openOutputs(inUse(), outputs);
      await loadKeys(bench, url, open);
      const blanks = open.map(({ output }) => messageOf(output));
      const body = {
        quote,
        inputs: await openInputs(inUse(), inputs, seconds()),
        ...(blanks.length > 0 && { outputs: blanks }),
      };
      return await meltOutcome(url, await mints.ask(url, `/v1/melt/${method}`, body, null), open);
    },
    async checkMeltQuote({ mint, quote, method = 'bolt11', outputs = [] }) {
      const url = at(mint);
      const answer = await mints.ask(url, `/v1/melt/quote/${method}/${quote}`);
      return await meltOutcome(url, answer, outputs.length > 0 ? await openOutputs(inUse(), outputs) : []);
    },
    async restore({ mint, outputs }) {
      const url = at(mint);
      const found: MadeProof[] = [];
      for (const batch of batches(await openOutputs(inUse(), outputs), RESTORE_BATCH)) {
        const body = { outputs: batch.map(({ output }) => messageOf(output)) };
        const signatures = readRestored(await mints.ask(url, '/v1/restore', body), batch.length);
        const signed = batch.flatMap((open) => {
          const signature = signatures.get(open.output.blindedMessage.B_);
          return signature ? [{ open, signature }] : [];
        });
        found.push(...(await makeProofs(bench, url, signed, { blank: false })));
      }
      return found;
    },
  };
};

const scan = async (bench: Bench, { mint, keyset, from, count }: SeedScan) => {
  const { mints, inUse, at } = bench;
  const url = at(mint);
  const { seed } = inUse();
  const { unit } = await mints.keyset(url, keyset);
  const outputs = Array.from({ length: count }, (_, index) => seededOutput(seed, keyset, from + index, 0));
  const proofs: SealedProof[] = [];
  let last: number | undefined;
  for (const batch of batches(outputs, RESTORE_BATCH)) {
    const answer = await mints.ask(url, '/v1/restore', { outputs: batch.map(messageOf) });
    const signatures = readRestored(answer, batch.length);
    const signed = batch.flatMap((output) => {
      const signature = signatures.get(output.blindedMessage.B_);
      if (!signature) return [];
      last = from + outputs.indexOf(output);
      return [{ open: { role: 'keep' as const, output, mint: url, unit }, signature }];
    });
    for (const { role: _, ...proof } of await makeProofs(bench, url, signed, { blank: true })) proofs.push(proof);
  }
  return { proofs, last };
};

const createTokens = (bench: Bench): Pick<EcashCore, 'readToken' | 'checkToken' | 'writeToken'> => {
  const { mints, inUse, at, seconds } = bench;
  return {
    async readToken(text): Promise<Token> {
      const { proofs, memo, unit, mint } = readBareToken(text);
      const secrets = inUse();
      const url = at(mint);
      const known = mints.find(url)?.keysets;
      const facts = { mint: url, unit, amount: sumOf(proofs), ...(memo !== undefined && { memo }) };
      if (!known && proofs.some(({ id }) => isShortId(id))) return { ...facts, proofs: [], unresolved: true };
      const ids = known?.map(({ id }) => id) ?? [];
      const sealed = proofs.map(async (short): Promise<TokenProof> => {
        const proof = { ...short, id: fullId(short.id, ids) };
        const keyset = known?.find(({ id }) => id === proof.id);
        if (keyset && keyset.unit !== unit) return fail({ code: 'token-unit', unit: keyset.unit });
        const locked = lockedFor(secrets, proof.secret, seconds());
        const row = await sealProof(secrets, proof, { mint: url, unit });
        return { ...row, hasDleq: proof.dleq !== undefined, ...(locked && { locked }) };
      });
      return { ...facts, proofs: await Promise.all(sealed), unresolved: false };
    },
    async checkToken({ mint, proofs, requireDleq }) {
      const url = at(mint);
      for (const sealed of proofs) {
        const proof = await openProof(inUse(), sealed);
        const { keys } = await mints.keyset(url, proof.id);
        const proven = dleqOf(proof, keys);
        if (proven === 'invalid' || (proven === 'missing' && requireDleq)) fail({ code: 'token-dleq' });
      }
    },
    async writeToken({ proofs, memo }) {
      const [first] = proofs;
      if (!first || proofs.some(({ mint, unit }) => mint !== first.mint || unit !== first.unit))
        return fail({ code: 'token-entries' });
      const open = await Promise.all(proofs.map((proof) => openProof(inUse(), proof)));
      return writeToken({ mint: first.mint, unit: first.unit, proofs: open, ...(memo !== undefined && { memo }) });
    },
  };
};

/** The core of ecash: in its worker, and in tests. */
export const createEcashCore = (source: EcashSource): EcashCore => {
  const { fetch, now, blindAuth } = source;
  const mints = createKnownMints({ request: createMintRequest(fetch, now), blindAuth });
  let held: Secrets | undefined;
  let loopback = false;
  const inUse = () => held ?? fail({ code: 'ecash-locked' });
  const at = (url: string) => mintUrl(url, loopback);
  const bench: Bench = { mints, inUse, at, seconds: () => Math.floor(now() / SECOND) };
  const take = (secrets: Secrets) => {
    if (held) return fail({ code: 'ecash-worker' });
    held = secrets;
    return { pubkey: secrets.pubkey };
  };
  return {
    async allow(place) {
      ({ loopback } = place);
    },
    async create(words) {
      const { secrets, made } = await createWallet(source, words);
      take(secrets);
      return made;
    },
    open: async (wallet, key) => take(await openWallet(source, wallet, key)),
    async close() {
      held?.seed.fill(0);
      held = undefined;
    },
    reveal: (wallet, key) => revealWords(source, wallet, key),
    loadMint: async (url) => mints.load(at(url)),
    knowMint: async (facts) => mints.know({ ...facts, url: at(facts.url) }),
    prepareOutputs: (wish) => prepare(bench, wish),
    mintQuote: async (wish) => askMintQuote(mints, () => inUse().sealer, { ...wish, mint: at(wish.mint) }),
    async checkMintQuote({ mint, quote, method = 'bolt11' }) {
      return readMintQuote(await mints.ask(at(mint), `/v1/mint/quote/${method}/${quote}`), method, DEFAULT_UNIT);
    },
    meltQuote: async (wish) => askMeltQuote(mints, { ...wish, mint: at(wish.mint) }),
    ...createExchange(bench),
    async checkStates({ mint, ys }) {
      const states: (readonly [string, SpentState])[] = [];
      for (const batch of batches(ys, CHECK_BATCH))
        states.push(...readStates(await mints.ask(at(mint), '/v1/checkstate', { Ys: batch }), batch));
      return Object.fromEntries(states);
    },
    ...createTokens(bench),
    scanSeed: async (wish) => (held ? scan(bench, wish) : fail({ code: 'seed-missing' })),
  };
};
