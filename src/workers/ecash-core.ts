import { CHECK_BATCH } from '#domain/ecash/ecash-limits.ts';
import { readMintQuote, readStates } from '#domain/ecash/mints/mint-answers.ts';
import { mintUrl } from '#domain/ecash/mints/mint-url.ts';
import type { SpentState } from '#domain/ecash/proof.ts';
import { DEFAULT_UNIT } from '#domain/ecash/tokens/read-token.ts';
import type { CryptoSource } from '#domain/session/key-cipher.ts';
import { toSeconds } from '#domain/units.ts';
import type { EcashCore, Whose } from './ecash-calls.ts';
import { createAddressKey } from './ecash/address-key.ts';
import { batches, fail, type Bench } from './ecash/bench.ts';
import { createExchange } from './ecash/exchange.ts';
import { createKnownMints } from './ecash/known-mints.ts';
import { createMintBackup } from './ecash/mint-backup.ts';
import { createMelting } from './ecash/melting.ts';
import { createMintRequest } from './ecash/mint-request.ts';
import { askMeltQuote, askMintQuote } from './ecash/quotes.ts';
import { createRestoring } from './ecash/restoring.ts';
import { createWallet, openWallet, lockPubkeyOf, revealWords, seedOf, type Secrets } from './ecash/secrets.ts';
import { createTokens } from './ecash/tokens.ts';
import { createWalletEvents } from './ecash/wallet-events.ts';

export type EcashSource = CryptoSource & {
  readonly fetch: typeof globalThis.fetch;
  /** ms since the epoch */
  readonly now: () => number;
  /** a token for a mint that guards some of its calls (NUT-22, MINT-02) */
  readonly blindAuth?: (mint: string) => Promise<string>;
};

/** The words of another wallet, for a while. */
const createBorrowing = () => {
  let seed: Uint8Array | undefined;
  let turn = 0;
  const giveBack = () => {
    turn += 1;
    seed?.fill(0);
    seed = undefined;
  };
  return {
    borrowed: () => seed,
    async borrow(words: string) {
      giveBack();
      const mine = turn;
      const taken = await seedOf(words);
      // they may be given back by then
      if (mine === turn) seed = taken;
      else taken.fill(0);
    },
    async giveBack() {
      giveBack();
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
  const learn = (key: string) => {
    if (held && key !== held.lockKey) held.further.set(lockPubkeyOf(key), key);
  };
  const bench: Bench = { mints, inUse, learn, at, seconds: () => toSeconds(now()) };
  const take = (secrets: Secrets) => {
    if (held) return fail({ code: 'ecash-worker' });
    held = secrets;
    return { pubkey: secrets.pubkey };
  };
  const { borrowed, ...borrowing } = createBorrowing();
  const seed = (whose: Whose) => (whose.borrowed ? borrowed() : held?.seed) ?? fail({ code: 'seed-missing' });
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
    // the words of another wallet are no part of this one
    async close() {
      held?.seed.fill(0);
      held = undefined;
    },
    reveal: (wallet, key) => revealWords(source, wallet, key),
    loadMint: async (url) => mints.load(at(url)),
    knowMint: async (facts) => mints.know({ ...facts, url: at(facts.url) }),
    mintQuote: async (wish) => askMintQuote(mints, () => inUse().sealer, { ...wish, mint: at(wish.mint) }),
    async checkMintQuote({ mint, quote, method = 'bolt11' }) {
      return readMintQuote(await mints.ask(at(mint), `/v1/mint/quote/${method}/${quote}`), method, DEFAULT_UNIT);
    },
    meltQuote: async (wish) => askMeltQuote(mints, { ...wish, mint: at(wish.mint) }),
    ...createExchange(bench),
    ...createMelting(bench),
    ...createRestoring(bench, seed),
    ...borrowing,
    ...createMintBackup(seed, at),
    async checkStates({ mint, ys }) {
      const states: (readonly [string, SpentState])[] = [];
      for (const batch of batches(ys, CHECK_BATCH))
        states.push(...readStates(await mints.ask(at(mint), '/v1/checkstate', { Ys: batch }), batch));
      return Object.fromEntries(states);
    },
    ...createTokens(bench),
    ...createAddressKey(bench),
    ...createWalletEvents(bench),
  };
};
