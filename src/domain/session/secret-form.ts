import { KeyError } from './key-problem.ts';

// they find what is no key: of what a pattern finds, the browser keeps a copy until another is found
const NOTHING = /^\s*$/;
const NEITHER = /^(?!\s*(?:nsec|[0-9a-f]{64}\s*$))/i;

/** Refuses what is plainly no secret key, before anything is started for it: 'no-secret', 'secret-format' (LOGIN-25, LOGIN-26). */
export const checkSecretForm = (text: string): void => {
  if (NOTHING.test(text)) throw new KeyError('no-secret');
  if (NEITHER.test(text)) throw new KeyError('secret-format');
};
