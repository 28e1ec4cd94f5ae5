import { nip44 } from 'nostr-tools';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import type { Signer } from '#domain/protocol/signer.ts';

/** The same in every run, and dear: one is asked for by each life of a wallet, again and again. */
const conversationKeys = new Map<string, Uint8Array>();

const conversationKey = (number: number, secret: Uint8Array, pubkey: string): Uint8Array => {
  const name = `${number} ${pubkey}`;
  const known = conversationKeys.get(name) ?? nip44.getConversationKey(secret, pubkey);
  conversationKeys.set(name, known);
  return known;
};

/** Signs and encrypts with a key of its own: 32 bytes of this number. */
export const keySigner = (number: number): Signer & { readonly secret: Uint8Array } => {
  const secret = new Uint8Array(32).fill(number);
  const key = (pubkey: string) => conversationKey(number, secret, pubkey);
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
