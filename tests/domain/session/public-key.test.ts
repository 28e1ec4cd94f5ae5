import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { isPublicKey } from '#domain/session/public-key.ts';

const PRIME = secp256k1.Point.Fp.ORDER;
const hexOf = (number: bigint) => number.toString(16).padStart(64, '0');

describe('isPublicKey', () => {
  it('takes nothing for none', () => expect(isPublicKey('')).toBe(false));

  it('takes what a secret key gives', () => {
    for (let byte = 1; byte <= 40; byte += 1)
      expect(isPublicKey(bytesToHex(schnorr.getPublicKey(new Uint8Array(32).fill(byte))))).toBe(true);
  });

  it('agrees with the library of the curve', () => {
    const isPoint = (hex: string) => {
      try {
        return secp256k1.Point.fromHex(`02${hex}`).toHex() !== '';
      } catch {
        return false;
      }
    };
    for (let byte = 0; byte < 256; byte += 1) {
      const hex = byte.toString(16).padStart(2, '0').repeat(32);
      expect([hex, isPublicKey(hex)]).toEqual([hex, isPoint(hex)]);
    }
    for (const number of [0n, 1n, PRIME - 1n, PRIME, PRIME + 1n])
      expect([number, isPublicKey(hexOf(number))]).toEqual([number, isPoint(hexOf(number))]);
  });
});
