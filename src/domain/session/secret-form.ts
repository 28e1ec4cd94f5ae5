import { KeyError } from './key-problem.ts';

// they find what is no key: of what a pattern finds, the browser keeps a copy until another is found
const PUBLIC = /^(?:npub|nprofile)1/;
const NEITHER = /^(?!nsec|[0-9a-f]{64}$)/i;

/**
 * A key as it was meant: without the spaces and line breaks it was saved with, and without the capital a phone begins with.
 */
export const meantKey = (typed: string): string => {
  // no pattern, see above
  const text = Array.from(typed)
    .filter((letter) => letter.trim() !== '')
    .join('');
  const rest = text.slice(1);
  return rest === rest.toLowerCase() ? text.toLowerCase() : text;
};

/**
 * Refuses what is plainly no secret key, before anything is started for it: 'no-secret', 'public-key', 'secret-format'
 * (LOGIN-25, LOGIN-26).
 */
export const checkSecretForm = (typed: string): void => {
  const text = meantKey(typed);
  if (text === '') throw new KeyError('no-secret');
  if (PUBLIC.test(text.toLowerCase())) throw new KeyError('public-key');
  if (NEITHER.test(text)) throw new KeyError('secret-format');
};
