import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BareProof } from '#domain/ecash/proofs/bare-proof.ts';
import { PROVEN_MOST } from '#domain/ecash/ecash-limits.ts';
import { failedWith } from '#domain/ecash/ecash-problem.ts';
import { fullId, isShortId } from '#domain/ecash/mints/keyset.ts';
import { sumOf, type SealedProof } from '#domain/ecash/proof.ts';
import { readBareToken, type BareToken } from '#domain/ecash/tokens/read-token.ts';
import type { Token, TokenProof } from '#domain/ecash/tokens/token.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import { fail, type Bench } from './bench.ts';
import { dleqOf, yOf } from './cashu.ts';
import { writeToken } from './write-token.ts';
import { lockedFor, openProof, sealProof } from './sealed-proofs.ts';

/** What was proven is not proven again when it is taken. The names that are kept tell nothing of it. */
const rememberProven = () => {
  const names = new Set<string>();
  const nameOf = (mint: string, proof: BareProof) => bytesToHex(sha256(utf8ToBytes(JSON.stringify([mint, proof]))));
  return {
    has: (mint: string, proof: BareProof) => names.has(nameOf(mint, proof)),
    add(mint: string, proof: BareProof) {
      if (names.size >= PROVEN_MOST) names.clear();
      names.add(nameOf(mint, proof));
    },
  };
};

/** The check of a token (TOKEN-15). */
const createCheck = ({ mints, inUse, at }: Bench): EcashCore['checkToken'] => {
  const proven = rememberProven();
  return async ({ mint, proofs, requireDleq }) => {
    const url = at(mint);
    for (const sealed of proofs) {
      const proof = await openProof(inUse(), sealed);
      if (proven.has(url, proof)) continue;
      const found = dleqOf(proof, (await mints.keyset(url, proof.id)).keys);
      if (found === 'invalid' || (found === 'missing' && requireDleq)) fail({ code: 'token-dleq' });
      if (found === 'valid') proven.add(url, proof);
    }
  };
};

const isUnknownKeyset = (error: unknown): boolean => failedWith(error, 'keyset-unknown', 'keyset-unverified');

/** What is given, as text; it is of one mint and unit. */
const createWriting = ({ inUse }: Bench): Pick<EcashCore, 'writeToken' | 'writePayload'> => {
  const openAll = async (proofs: readonly SealedProof[]) => {
    const [first] = proofs;
    if (!first || proofs.some(({ mint, unit }) => mint !== first.mint || unit !== first.unit))
      return fail({ code: 'token-entries' });
    const { mint, unit } = first;
    return { mint, unit, proofs: await Promise.all(proofs.map((proof) => openProof(inUse(), proof))) };
  };
  return {
    writeToken: async ({ proofs, memo }) =>
      writeToken({ ...(await openAll(proofs)), ...(memo !== undefined && { memo }) }),
    writePayload: async ({ proofs, id, memo }) =>
      JSON.stringify({
        ...(id !== undefined && { id }),
        ...(memo !== undefined && { memo }),
        ...(await openAll(proofs)),
      }),
  };
};

/** Tokens: what is pasted, and what is given. */
export const createTokens = (
  bench: Bench,
): Pick<
  EcashCore,
  'nameToken' | 'readToken' | 'readProofs' | 'areSigned' | 'checkToken' | 'writeToken' | 'writePayload'
> => {
  const { mints, inUse, at, seconds } = bench;
  const tokenOf = async ({ proofs, memo, unit, mint }: BareToken): Promise<Token> => {
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
  };

  /** By the keys of the mint, which are asked for when they are not known; one of a keyset that it does not have is not its own. */
  const isSigned = async (url: string, unit: string, proof: BareProof): Promise<boolean> => {
    try {
      const keyset = await mints.keyset(url, proof.id);
      return keyset.unit === unit && dleqOf(proof, keyset.keys) === 'valid';
    } catch (error) {
      if (isUnknownKeyset(error)) return false;
      throw error;
    }
  };
  return {
    async nameToken(text) {
      const { mint, proofs } = readBareToken(text);
      return { mint: at(mint), ys: proofs.map(({ secret }) => yOf(secret)) };
    },
    readToken: (text) => tokenOf(readBareToken(text)),
    readProofs: tokenOf,
    async areSigned({ mint, unit, proofs }) {
      const url = at(mint);
      for (const proof of proofs) if (!(await isSigned(url, unit, proof))) return false;
      return proofs.length > 0;
    },
    checkToken: createCheck(bench),
    ...createWriting(bench),
  };
};
