import { PASSPHRASE_MIN_LENGTH } from './session-limits.ts';

/** The words for what can go wrong with a secret key, wherever it happens. */
const COMMON = {
  'no-secret': 'No secret provided',
  'nsec-format': 'Invalid nsec format',
  'secret-length': 'Invalid secret key length',
  'nsec-encoding': 'Invalid nsec encoding',
  'secret-format': 'Invalid secret key format',
  'no-passphrase': 'Enter your passphrase',
  'short-passphrase': `Passphrase must be at least ${PASSPHRASE_MIN_LENGTH} characters`,
  'passphrases-differ': 'Passphrases do not match',
  'no-randomness': 'Secure randomness not available',
  'no-webcrypto': 'Secure persistence requires WebCrypto. Please use a modern browser over HTTPS.',
  'no-key': 'No key generated yet',
  'no-record': 'Invalid passphrase or no saved account',
  'wrong-passphrase': 'Invalid passphrase or no saved account',
  corrupted: 'Your saved key appears to be corrupted. Please log in with your NSEC directly to re-save your key.',
  'not-hex': 'The decrypted key is not in the expected format. Please log in with your NSEC directly.',
  wallet:
    'This saved account appears to be a wallet connection, not a private key. Please log in with your NSEC directly.',
  decrypt: 'Failed to decrypt key. Please check your passphrase.',
  environment:
    'Key unlocking is not available in this environment. Please try a different browser or log in with your NSEC directly.',
  ios: 'This key cannot be unlocked in the installed iOS app. Please log in with your NSEC directly.',
  ncryptsec: 'This is not an encrypted key. It starts with ncryptsec1.',
  'ncryptsec-cost': 'This encrypted key asks for more memory than a browser gives.',
  locked: 'Your key is locked. Unlock it first.',
  worker: 'The signer of this page stopped or could not be loaded. Please try again.',
  timeout: 'This took too long and was stopped. Please try again.',
  cancelled: 'Cancelled.',
  'newer-database': 'The saved keys were written by a newer version of this app. Reload the page to update it.',
  'foreign-database': 'Another app at this address keeps other data where the saved keys belong. Nothing was changed.',
  'database-blocked': 'Another tab keeps the saved keys busy. Close it and try again.',
  'no-database': 'This browser keeps no data here, so no key can be saved.',
  failed: 'Failed to unlock key. Please try again.',
  unknown: 'Something went wrong. Please try again.',
} as const;

/** What can go wrong with a secret key; none of it says anything about the key. */
export type KeyProblem = keyof typeof COMMON;

/** What the user was doing, since the same problem has other words there. */
export type KeyFlow = 'login' | 'saved account' | 'unlock' | 'view' | 'generate' | 'save' | 'import';

type Words = Partial<Record<KeyProblem, string>>;

const INCORRECT = 'Incorrect passphrase. Please check your passphrase and try again.';

const UNLOCK: Words = {
  'wrong-passphrase': INCORRECT,
  'not-hex': COMMON.corrupted,
  decrypt: COMMON.corrupted,
  'no-record': 'Failed to unlock',
  failed: 'Failed to unlock',
  unknown: 'Failed to unlock',
};

const NOTHING_TO_VIEW = 'Invalid passphrase or no saved secret for this account';

const BY_FLOW: Readonly<Record<KeyFlow, Words>> = {
  login: { failed: 'Invalid nsec or secret key', unknown: 'Invalid nsec or secret key' },
  'saved account': { unknown: 'Failed to unlock saved account' },
  unlock: UNLOCK,
  view: { ...UNLOCK, 'wrong-passphrase': NOTHING_TO_VIEW, 'no-record': NOTHING_TO_VIEW },
  generate: { failed: 'Failed to generate key pair', unknown: 'Failed to generate key pair' },
  save: { failed: 'Failed to save key', unknown: 'Failed to save key' },
  import: { 'wrong-passphrase': INCORRECT, failed: 'Failed to import key', unknown: 'Failed to import key' },
};

/** The exact words of the specification for a problem. */
export const keyProblemText = (problem: KeyProblem, flow?: KeyFlow): string =>
  (flow && BY_FLOW[flow][problem]) ?? COMMON[problem];

/** A failure with keys. Its message is for the user and holds nothing secret. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
  readonly problem: KeyProblem;

  constructor(problem: KeyProblem) {
    super(COMMON[problem]);
    this.problem = problem;
  }
}

/** What a failure comes to; 'unknown' for one that did not come from here. */
export const problemOf = (error: unknown): KeyProblem => (error instanceof KeyError ? error.problem : 'unknown');

/** What is wrong with a passphrase that is to protect a key (KEY-01, KEY-02); without `confirmation` it is not compared. */
export const passphraseProblem = (passphrase: string, confirmation?: string): KeyProblem | undefined => {
  if (passphrase.length < PASSPHRASE_MIN_LENGTH) return 'short-passphrase';
  return confirmation === undefined || confirmation === passphrase ? undefined : 'passphrases-differ';
};
