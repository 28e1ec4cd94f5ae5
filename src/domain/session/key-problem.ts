import { Failure } from '#domain/problem.ts';
import type { KeyProblem } from './session-problem.ts';

/** A failure with keys; nothing secret is in it. */
export class KeyError extends Failure {
  override readonly name = 'KeyError';
  readonly key: KeyProblem;

  constructor(key: KeyProblem) {
    super({ code: 'key', key });
    this.key = key;
  }
}

/** What a failure with keys comes to; 'unknown' for one that did not come from here. */
export const keyProblemOf = (error: unknown): KeyProblem => (error instanceof KeyError ? error.key : 'unknown');

/** The same for words that already say that it failed; undefined when nothing more is known. */
export const reasonOf = (error: unknown): KeyProblem | undefined => {
  const key = keyProblemOf(error);
  return key === 'unknown' || key === 'failed' ? undefined : key;
};
