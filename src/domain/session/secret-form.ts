import { decodeBech32 } from '#domain/protocol/bech32.ts';
import { readNcryptsec } from './ncryptsec.ts';
import { KeyError, keyProblemOf } from './key-problem.ts';
import { RECOVERY_WORDS_MIN } from './session-limits.ts';
import type { KeyProblem } from './session-problem.ts';

// they find what is no key: of what a pattern finds, the browser keeps a copy until another is found
const PUBLIC = /^(?:npub|nprofile)1/;
const NOT_HEX = /^(?![0-9a-f]{64}$)/i;

const BYTES = 32;
const ENCRYPTED = 'ncryptsec1';

const SCHEME = 'nostr:';

const withoutScheme = (text: string): string =>
  text.slice(0, SCHEME.length).toLowerCase() === SCHEME ? text.slice(SCHEME.length) : text;

/**
 * A key as it was meant: without the spaces and line breaks it was saved with, the scheme of a link, and the capital a phone
 * begins with.
 */
export const meantKey = (typed: string): string => {
  // no pattern, see above
  const text = withoutScheme(
    Array.from(typed)
      .filter((letter) => letter.trim() !== '')
      .join(''),
  );
  const rest = text.slice(1);
  return rest === rest.toLowerCase() ? text.toLowerCase() : text;
};

/** Whether so many words are typed as wallets give out; no pattern, see above. A key may stand in as many groups. */
const isPhrase = (typed: string, meant: string): boolean => {
  const words = Array.from(typed, (letter) => letter.trim() || ' ')
    .join('')
    .split(' ');
  return (
    words.filter((word) => word !== '').length >= RECOVERY_WORDS_MIN &&
    !meant.startsWith('nsec') &&
    Array.from(meant).some((letter) => letter > 'f')
  );
};

/** Without its bytes, which are for the worker alone. */
const nsecProblem = (text: string): KeyProblem | undefined => {
  const { prefix, bytes } = decodeBech32(text) ?? {};
  if (!bytes) return 'nsec-encoding';
  if (prefix !== 'nsec') return 'nsec-format';
  return bytes.length === BYTES ? undefined : 'secret-length';
};

/** Whether it is a key that is encrypted under a passphrase of its own (NIP-49). */
export const isEncryptedKey = (meant: string): boolean => meant.toLowerCase().startsWith(ENCRYPTED);

const encryptedProblem = (meant: string): KeyProblem | undefined => {
  try {
    readNcryptsec(meant);
    return undefined;
  } catch (error) {
    return keyProblemOf(error);
  }
};

/**
 * Why something is plainly no secret key: 'no-secret', 'public-key', 'remote-signer', 'recovery-words', 'secret-format'
 * (LOGIN-25, LOGIN-26), and of an nsec with a slip 'nsec-encoding', 'nsec-format', 'secret-length' (LOGIN-22 to LOGIN-24).
 */
export const secretFormProblem = (typed: string): KeyProblem | undefined => {
  const text = meantKey(typed);
  const small = text.toLowerCase();
  if (text === '') return 'no-secret';
  if (PUBLIC.test(small)) return 'public-key';
  if (small.startsWith('bunker:') || small.includes('@')) return 'remote-signer';
  if (isPhrase(typed, small)) return 'recovery-words';
  if (small.startsWith('nsec')) return nsecProblem(text);
  return NOT_HEX.test(text) ? 'secret-format' : undefined;
};

/** Refuses what is plainly no secret key, before anything is started for it. */
export const checkSecretForm = (typed: string): void => {
  const problem = secretFormProblem(typed);
  if (problem) throw new KeyError(problem);
};

/** What is wrong with a key, encrypted or not, that is to be opened or protected by a passphrase; that there is none yet is not. */
export const slipOf = (typed: string): KeyProblem | undefined => {
  const meant = meantKey(typed);
  if (meant === '') return undefined;
  return isEncryptedKey(meant) ? encryptedProblem(meant) : secretFormProblem(typed);
};
