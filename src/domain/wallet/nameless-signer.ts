import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { serialiseEvent } from '#domain/protocol/verify-frame.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import type { Signer } from '#domain/protocol/signer.ts';

/** Signs with a key that is forgotten with it: nobody can tell who that was. No secret key is signed (docs/adr/0031). */
export const createNamelessSigner = (): Signer => {
  const secret = schnorr.utils.randomSecretKey();
  const pubkey = bytesToHex(schnorr.getPublicKey(secret));
  return {
    pubkey,
    async signEvent(template) {
      refuseSecrets(template);
      const unsigned = { ...template, id: '', pubkey, sig: '' };
      const id = sha256(utf8ToBytes(serialiseEvent(unsigned) ?? ''));
      return { ...unsigned, id: bytesToHex(id), sig: bytesToHex(schnorr.sign(id, secret)) };
    },
    nip44: undefined,
    nip04: undefined,
  };
};
