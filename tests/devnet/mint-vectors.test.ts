import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveKeysetId, hashToCurve, verifyMintQuoteSignature } from '@cashu/cashu-ts';
import { expect, it } from 'vitest';
import { checkConditions } from '#devnet/mint/conditions.ts';
import { keyFrom, signBlind } from '#devnet/mint/signing.ts';

type Vectors = {
  hashToCurve: { message: string; point: string }[];
  signatures: { key: string; B_: string; C_: string }[];
  keysets: { id: string; version: number; unit?: string; fee?: number; expiry?: number; keys: 'few' | 'many' }[];
  keys: Record<'few' | 'many', Record<string, string>>;
  spends: { isGood: boolean; spend: Parameters<typeof checkConditions>[0] }[];
  dleq: { key: string; B_: string; C_: string; e: string; s: string };
  mintSignatures: { pubkey: string } & Record<
    'good' | 'bad',
    { quote: string; outputs: Parameters<typeof verifyMintQuoteSignature>[2]; signature: string }
  >;
};

/** Test vectors of the Cashu specifications (github.com/cashubtc/nuts, tests/, MIT) that concern a mint. */
const vectors = JSON.parse(readFileSync(join(import.meta.dirname, '../contract/nut-vectors.json'), 'utf8')) as Vectors;

it('signs as the specification does (NUT-00, NUT-12)', () => {
  for (const { message, point } of vectors.hashToCurve)
    expect(hashToCurve(new Uint8Array(Buffer.from(message, 'hex'))).toHex(true)).toBe(point);
  for (const { key, B_, C_ } of vectors.signatures) expect(signBlind(B_, keyFrom(key)).C_).toBe(C_);
  const { key, B_, C_, e, s } = vectors.dleq;
  expect(signBlind(B_, keyFrom(key))).toEqual({ C_, dleq: { e, s } });
});

it('names keysets as the specification does (NUT-02)', () => {
  expect(vectors.keysets.length).toBe(5);
  for (const { id, version, unit = 'sat', fee = 0, expiry, keys } of vectors.keysets) {
    const options = { versionByte: version, unit, input_fee_ppk: fee, ...(expiry && { expiry }) };
    expect(deriveKeysetId(vectors.keys[keys], options)).toBe(id);
  }
});

it('opens locks as the specification does (NUT-11, NUT-14)', () => {
  const isOpen = (spend: Vectors['spends'][number]['spend']): boolean => {
    try {
      checkConditions(spend);
      return true;
    } catch {
      return false;
    }
  };
  expect(vectors.spends.map(({ spend }) => isOpen(spend))).toEqual(vectors.spends.map(({ isGood }) => isGood));
  expect(new Set(vectors.spends.map(({ isGood }) => isGood)).size).toBe(2);
});

it('knows who may mint a locked quote as the specification does (NUT-20)', () => {
  const { pubkey, good, bad } = vectors.mintSignatures;
  expect(verifyMintQuoteSignature(pubkey, good.quote, good.outputs, good.signature)).toBe(true);
  expect(verifyMintQuoteSignature(pubkey, bad.quote, bad.outputs, bad.signature)).toBe(false);
});
