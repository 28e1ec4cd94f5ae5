import { Failure } from '#domain/problem.ts';
import { PASSPHRASE_MIN_LENGTH } from './session-limits.ts';
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

/** What is wrong with a passphrase that is to protect a key (KEY-01, KEY-02); without `confirmation` it is not compared. */
export const passphraseProblem = (passphrase: string, confirmation?: string): KeyProblem | undefined => {
  if (passphrase.length < PASSPHRASE_MIN_LENGTH) return 'short-passphrase';
  return confirmation === undefined || confirmation === passphrase ? undefined : 'passphrases-differ';
};
