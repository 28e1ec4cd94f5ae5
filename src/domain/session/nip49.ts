import { decrypt, encrypt } from 'nostr-tools/nip49';
import { KeyError } from './key-problem.ts';
import { readNcryptsec } from './ncryptsec.ts';
import { NCRYPTSEC_LOG_N } from '#domain/protocol/protocol-limits.ts';

/** Encrypts the 32 bytes of a secret key under a passphrase, portable between apps (NIP-49). Takes 64 MiB. */
export const encryptSecret = (secret: Uint8Array, passphrase: string): string =>
  encrypt(secret, passphrase, NCRYPTSEC_LOG_N);

/** The 32 bytes of an encrypted key. Throws a KeyError: 'ncryptsec', 'ncryptsec-cost' or 'wrong-passphrase'. */
export const decryptSecret = (text: string, passphrase: string): Uint8Array => {
  readNcryptsec(text);
  try {
    return decrypt(text.trim().toLowerCase(), passphrase);
  } catch {
    throw new KeyError('wrong-passphrase');
  }
};
