import { createHash } from 'node:crypto';
import { initNostrWasm } from 'nostr-wasm';
import type { NostrEvent } from '#domain/protocol/event.ts';

/** An event before it is signed. `at` is seconds since the epoch. */
export type Draft = { kind: number; at: number; tags?: string[][]; content?: string };

export type Key = { readonly secret: Uint8Array; readonly pubkey: string };

export type Signer = {
  /** the key that belongs to a name; the same name always has the same key */
  keyOf(name: string): Key;
  /** signs without random input: the same draft gives the same event to the byte (BIP-340) */
  sign(draft: Draft, key: Key): NostrEvent;
};

const NO_ENTROPY = new Uint8Array(32);

/** A fast signer for sample keys; `seed` separates one set of keys from another. */
export async function createSigner(seed: string): Promise<Signer> {
  const wasm = await initNostrWasm();
  const keys = new Map<string, Key>();
  const keyOf = (name: string): Key => {
    const known = keys.get(name);
    if (known) return known;
    const secret = new Uint8Array(createHash('sha256').update(`nuthatch sample ${seed} ${name}`).digest());
    const key = { secret, pubkey: Buffer.from(wasm.getPublicKey(secret)).toString('hex') };
    keys.set(name, key);
    return key;
  };
  const sign = ({ kind, at, tags = [], content = '' }: Draft, key: Key): NostrEvent => {
    const event = { kind, created_at: at, tags, content, pubkey: '', id: '', sig: '' };
    wasm.finalizeEvent(event, key.secret, NO_ENTROPY);
    return event;
  };
  return { keyOf, sign };
}
