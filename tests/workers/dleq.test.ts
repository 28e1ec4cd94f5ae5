import { createBlindSignature, createDLEQProof, hasValidDleq, OutputData, Amount, pointFromHex } from '@cashu/cashu-ts';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { dleqOf, proofOf, yOf } from '#workers/ecash/cashu.ts';
import { isSignedBlind, isSignedProof } from '#workers/ecash/dleq.ts';

/** The vectors of NUT-12: a mint whose key is 1. */
const KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const BLIND = {
  blinded: '02a9acc1e48c25eeeb9289b5031cc57da9fe72f3fe2861d264bdc074209b107ba2',
  signed: '02a9acc1e48c25eeeb9289b5031cc57da9fe72f3fe2861d264bdc074209b107ba2',
  key: KEY,
};
const DLEQ = {
  e: '9818e061ee51d5c8edc3342369a554998ff7b4381c8652d724cdf46429be73d9',
  s: '9818e061ee51d5c8edc3342369a554998ff7b4381c8652d724cdf46429be73da',
};
const PROOF = {
  amount: 1,
  id: '00882760bfa2eb41',
  secret: 'daf4dd00a2b68a0858a80450f52c8a7d2ccf87d375e43e216e0c571f089f63e9',
  C: '024369d2d22a80ecf78f3937da9d5f30c1b9f74f0c32684d583cca0fa6a61cdcfc',
  dleq: {
    e: 'b31e58ac6527f34975ffab13e70a48b6d2b0d35abc4b03f0151f09ee1a9763d4',
    s: '8fbae004c59e754d71df67e392b6ae4e29293113ddc2ec86592a0431d16306d8',
    r: 'a6d13fcd7a18442e6076f5e1e7c887ad5de40a019824bdfa9fe740d302e8d861',
  },
};
const NO_NUMBER = 'ff'.repeat(32);

describe('what a mint proves of its signatures', () => {
  it('[TOKEN-15] NUT-12: holds for the signature and for the proof of the vectors', () => {
    expect(isSignedBlind(BLIND, DLEQ)).toBe(true);
    expect(dleqOf(PROOF, { 1: KEY })).toBe('valid');
  });

  it.each([
    ['another challenge', { ...DLEQ, e: DLEQ.s }],
    ['another answer', { ...DLEQ, s: DLEQ.e }],
    ['zeros', { e: '00'.repeat(32), s: '00'.repeat(32) }],
    ['a number beyond the order', { ...DLEQ, s: NO_NUMBER }],
  ])('[TOKEN-15] does not hold with %s', (_, wrong) => {
    expect(isSignedBlind(BLIND, wrong)).toBe(false);
    expect(isSignedProof({ y: yOf(PROOF.secret), unblinded: PROOF.C, key: KEY }, { ...PROOF.dleq, ...wrong })).toBe(
      false,
    );
  });

  it('[TOKEN-15] does not hold for another key, another point, or what is none', () => {
    const other = bytesToHex(secp256k1.getPublicKey(secp256k1.utils.randomSecretKey(), true));
    for (const part of ['blinded', 'signed', 'key'] as const)
      for (const wrong of [other, `02${NO_NUMBER}`, ''])
        expect(isSignedBlind({ ...BLIND, [part]: wrong }, DLEQ)).toBe(false);
    expect(dleqOf({ ...PROOF, C: other }, { 1: KEY })).toBe('invalid');
    expect(dleqOf({ ...PROOF, dleq: { ...PROOF.dleq, r: PROOF.dleq.e } }, { 1: KEY })).toBe('invalid');
    expect(dleqOf(PROOF, { 1: other })).toBe('invalid');
  });

  it('[TOKEN-15] makes of a signature the same proof as the library, which takes it for proven, too', () => {
    const secret = secp256k1.utils.randomSecretKey();
    const key = bytesToHex(secp256k1.getPublicKey(secret, true));
    const data = OutputData.createSingleDeterministicData(1, new Uint8Array(64).fill(7), 3, PROOF.id);
    const point = pointFromHex(data.blindedMessage.B_);
    const { e, s } = createDLEQProof(point, secret);
    const C_ = createBlindSignature(point, secret, PROOF.id).C_.toHex(true);
    const signature = { id: PROOF.id, amount: 1, C_, dleq: { e: bytesToHex(e), s: bytesToHex(s) } };
    const rules = { keys: { 1: key }, needsDleq: true, blank: false };
    const made = proofOf(OutputData.serialize(data), signature, rules);
    const theirs = data.toProof({ ...signature, amount: Amount.from(1) }, { id: PROOF.id, keys: { 1: key } });
    expect(made).toEqual({
      amount: 1,
      id: PROOF.id,
      secret: theirs.secret,
      C: theirs.C,
      dleq: { e: theirs.dleq!.e, s: theirs.dleq!.s, r: theirs.dleq!.r },
    });
    expect(hasValidDleq({ ...made, amount: Amount.from(1) }, { id: PROOF.id, keys: { 1: key } })).toBe(true);
    const wrong = { ...signature, dleq: { ...signature.dleq, s: DLEQ.s } };
    expect(() => proofOf(OutputData.serialize(data), wrong, rules)).toThrow('mint-signature');
  });
});
