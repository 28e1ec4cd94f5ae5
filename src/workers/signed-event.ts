import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import { serialiseEvent } from '#domain/protocol/verify-frame.ts';

/** Whose key it is, hex. */
export const pubkeyOf = (secret: Uint8Array): string => bytesToHex(schnorr.getPublicKey(secret));

/** An event signed with a key; undefined for what cannot be an event. */
export const signedEvent = (
  secret: Uint8Array,
  { kind, created_at, tags, content }: EventTemplate,
): NostrEvent | undefined => {
  const unsigned = { id: '', pubkey: pubkeyOf(secret), created_at, kind, tags, content, sig: '' };
  const serialised = serialiseEvent(unsigned);
  if (serialised === undefined) return undefined;
  const id = sha256(utf8ToBytes(serialised));
  return { ...unsigned, id: bytesToHex(id), sig: bytesToHex(schnorr.sign(id, secret)) };
};
