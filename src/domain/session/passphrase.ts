import { PASSPHRASE_MIN_LENGTH } from './session-limits.ts';
import type { KeyProblem } from './session-problem.ts';

/** What is wrong with a passphrase that is to protect a key (KEY-01, KEY-02); without `confirmation` it is not compared. */
export const passphraseProblem = (passphrase: string, confirmation?: string): KeyProblem | undefined => {
  if (Array.from(passphrase).length < PASSPHRASE_MIN_LENGTH) return 'short-passphrase';
  return confirmation === undefined || confirmation === passphrase ? undefined : 'passphrases-differ';
};

/**
 * What is wrong with a passphrase that is to show a saved key (KEY-33). Counted as those of earlier versions were, an emoji as
 * two characters: who has one shall see their key.
 */
export const viewingProblem = (passphrase: string): KeyProblem | undefined =>
  passphrase.length < PASSPHRASE_MIN_LENGTH ? 'short-passphrase' : undefined;
