import { fullId, isShortId } from '#domain/ecash/keyset.ts';
import { sumOf } from '#domain/ecash/proof.ts';
import { readBareToken } from '#domain/ecash/read-token.ts';
import type { Token, TokenProof } from '#domain/ecash/token.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';
import { fail, type Bench } from './bench.ts';
import { dleqOf, writeToken } from './cashu.ts';
import { lockedFor, openProof, sealProof } from './sealed-proofs.ts';

/** Tokens: what is pasted, and what is given. */
export const createTokens = (bench: Bench): Pick<EcashCore, 'readToken' | 'checkToken' | 'writeToken'> => {
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
