import { nip44 } from 'nostr-tools';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import type { Signer } from '#domain/protocol/signer.ts';

/** Signs and encrypts with a key of its own: 32 bytes of this number. */
export const keySigner = (number: number): Signer & { readonly secret: Uint8Array } => {
  const secret = new Uint8Array(32).fill(number);
  const key = (pubkey: string) => nip44.getConversationKey(secret, pubkey);
  return {
    secret,
    pubkey: getPublicKey(secret),
    signEvent: async ({ tags, ...template }) =>
      finalizeEvent({ ...template, tags: tags.map((tag) => [...tag]) }, secret),
    nip44: {
      encrypt: async (pubkey, text) => nip44.encrypt(text, key(pubkey)),
      decrypt: async (pubkey, text) => nip44.decrypt(text, key(pubkey)),
    },
    nip04: undefined,
  };
};
