import { KeyError } from './key-problem.ts';
import { RECOVERY_WORDS_MIN } from './session-limits.ts';
import type { KeyProblem } from './session-problem.ts';

// they find what is no key: of what a pattern finds, the browser keeps a copy until another is found
const PUBLIC = /^(?:npub|nprofile)1/;
const NEITHER = /^(?!nsec|[0-9a-f]{64}$)/i;

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

/**
 * Why something is plainly no secret key: 'no-secret', 'public-key', 'remote-signer', 'recovery-words', 'secret-format'
 * (LOGIN-25, LOGIN-26).
 */
export const secretFormProblem = (typed: string): KeyProblem | undefined => {
  const text = meantKey(typed);
  const small = text.toLowerCase();
  if (text === '') return 'no-secret';
  if (PUBLIC.test(small)) return 'public-key';
  if (small.startsWith('bunker:') || small.includes('@')) return 'remote-signer';
  if (isPhrase(typed, small)) return 'recovery-words';
  return NEITHER.test(text) ? 'secret-format' : undefined;
};

/** Refuses what is plainly no secret key, before anything is started for it. */
export const checkSecretForm = (typed: string): void => {
  const problem = secretFormProblem(typed);
  if (problem) throw new KeyError(problem);
};
