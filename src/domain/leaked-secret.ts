/** At least as long as the part of a key that gives it away; the checksum is not looked at, a slip leaves the rest true. */
const SECRET = /(nsec|ncryptsec)1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{50,}/i;

/**
 * The kind of secret key in a text that is about to be published: 'nsec', or 'ncryptsec' (NIP-49, encrypted, but open to
 * guessing of its passphrase). undefined when there is none.
 */
export const leakedSecret = (text: string): 'nsec' | 'ncryptsec' | undefined =>
  SECRET.exec(text)?.[1]?.toLowerCase() as 'nsec' | 'ncryptsec' | undefined;
