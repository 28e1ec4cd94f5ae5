import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { EventCheck } from '#domain/protocol/verify-frame.ts';

/** The check without WASM, several times slower. */
export const nobleCheck: EventCheck = (serialised, id, pubkey, sig) => {
  const hash = sha256(utf8ToBytes(serialised));
  return bytesToHex(hash) === id && schnorr.verify(hexToBytes(sig), hash, hexToBytes(pubkey));
};
