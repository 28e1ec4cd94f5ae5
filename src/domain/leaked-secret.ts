/** A part of a key says too much already, and so does one with a slip: the checksum is not looked at. */
const SECRET = /(nsec|ncryptsec)1[02-9ac-hj-np-z]{20,}/i;

/**
 * The kind of secret key in a text that is about to leave the device: 'nsec', or 'ncryptsec' (NIP-49, encrypted, but open to
 * guessing of its passphrase). undefined when there is none.
 */
export const leakedSecret = (text: string): 'nsec' | 'ncryptsec' | undefined =>
  SECRET.exec(text)?.[1]?.toLowerCase() as 'nsec' | 'ncryptsec' | undefined;
