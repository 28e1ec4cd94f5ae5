import { hash } from 'node:crypto';
import type { Chance } from './random.ts';
import type { Draft } from './signer.ts';

/** A draft to mine; plain data, so that it can travel to a thread. */
export type MiningJob = { readonly draft: Draft; readonly pubkey: string; readonly bits: number };

/** The bits of a note that starts a conversation: one in sixteen is mined, to 8 to 14. */
export const minedBits = (chance: Chance): number => (chance.happens(1 / 16) ? 8 + chance.below(7) : 0);

/** Leading zero bits of a hash. */
export function leadingZeroBits(bytes: Uint8Array): number {
  const index = bytes.findIndex((byte) => byte !== 0);
  return index < 0 ? bytes.length * 8 : index * 8 + Math.clz32(bytes[index] ?? 0) - 24;
}

const hasZeroBits = (digest: Buffer, bits: number): boolean =>
  bits === 0 ? true : digest.readUInt32BE(0) >>> (32 - bits) === 0;

/** The draft with the first nonce from 0 that gives its id `bits` leading zero bits, at most 32 (NIP-13). */
export function mine({ draft, pubkey, bits }: MiningJob): Draft {
  const tags = [...(draft.tags ?? []), ['nonce', '\0', String(bits)]];
  const text = JSON.stringify([0, pubkey, draft.at, draft.kind, tags, draft.content ?? '']);
  const [before = '', after = ''] = text.split(JSON.stringify('\0'));
  const start = `${before}"`;
  const end = `"${after}`;
  for (let nonce = 0; ; nonce += 1) {
    if (hasZeroBits(hash('sha256', `${start}${nonce}${end}`, 'buffer'), bits))
      return { ...draft, tags: [...tags.slice(0, -1), ['nonce', String(nonce), String(bits)]] };
  }
}
