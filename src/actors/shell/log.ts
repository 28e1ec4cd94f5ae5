import { Failure } from '#domain/problem.ts';

// the console by its name, because the build takes every call of it out (ADR 22): this file alone writes there
const log = (globalThis as Partial<Record<string, unknown>>)['console'] as Pick<Console, 'info' | 'error'> | undefined;

/** Words of the app itself: no digits, so neither a key nor an id, and none of what an address or a note is made of. */
const isPlain = (words: string) => words.length <= 60 && /^[a-z]+( [a-z]+)*(: [a-z]+([ /-][a-z]+)*)?$/i.test(words);

const nameOf = (error: unknown) => {
  if (error instanceof Failure) return error.problem.code;
  return (error instanceof Error || error instanceof DOMException) && isPlain(error.name) ? error.name : 'Error';
};

/** Says in the console that something was done of which the page itself says nothing (CACHE-18). */
export const logDone = (words: string): void => log?.info(isPlain(words) ? words : 'Done');

/**
 * Says in the console what failed where no message is shown to the user (ERR-03). Of the error only its name, or the code of the problem: what it says
 * may quote a key, an address or a note.
 */
export const logFailure = (words: string, error: unknown): void =>
  log?.error(`${isPlain(words) ? words : 'Something failed'} (${nameOf(error)})`);
