import { EXTENSION_MESSAGE_MAX_CHARACTERS, PASSPHRASE_MIN_LENGTH } from '#domain/session/session-limits.ts';
import type { KeyFlow, KeyProblem, SessionProblem } from '#domain/session/session-problem.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

type Words = Readonly<Record<KeyProblem, string>>;

const words: Words = {
  'no-secret': 'No secret provided',
  'nsec-format': 'Invalid nsec format',
  'secret-length': 'Invalid secret key length',
  'nsec-encoding': 'Invalid nsec encoding',
  'secret-format': 'Invalid secret key format',
  'public-key': 'Invalid secret key format. That is a public key. The secret key begins with nsec1.',
  'remote-signer':
    'Invalid secret key format. An address or a remote signer does not work here. Use your nsec or a browser extension.',
  'recovery-words':
    'Invalid secret key format. Words do not work here. The app you have them from can also show your nsec.',
  'no-passphrase': 'Enter your passphrase',
  'short-passphrase': `Passphrase must be at least ${PASSPHRASE_MIN_LENGTH} characters`,
  'short-own-passphrase': `Passphrase must be at least ${PASSPHRASE_MIN_LENGTH} characters to save the key. You can log in without saving it.`,
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
  ncryptsec: 'This encrypted key is incomplete or mistyped.',
  'ncryptsec-cost': 'This encrypted key asks for more memory than a browser gives.',
  locked: 'Your key is locked. Unlock it first.',
  worker: 'The signer of this page stopped or could not be loaded. Please try again.',
  timeout: 'This took too long and was stopped. Please try again.',
  cancelled: 'Cancelled.',
  'newer-database': 'The saved keys were written by a newer version of this app. Reload the page to update it.',
  'foreign-database': 'Another app at this address keeps other data where the saved keys belong. Nothing was changed.',
  'database-blocked': 'Another tab keeps the saved keys busy. Close it and try again.',
  'no-database': 'Storage is full or blocked, so no key can be saved.',
  failed: 'Failed to unlock key. Please try again.',
  unknown: 'Something went wrong. Please try again.',
};

const incorrect = 'Incorrect passphrase. Please check your passphrase and try again.';
const nothingToView = 'Invalid passphrase or no saved secret for this account';
const invalid = 'Invalid nsec or secret key';
const locked = 'Failed to unlock';
const notOpened = 'Failed to unlock saved account';
const notMade = 'Failed to generate key pair';
const notSaved = 'Failed to save key';
const notImported = 'Failed to import key';

/** What is known of a failure stands behind its sentence. */
const reasonsAfter = (sentence: string): Partial<Words> => {
  const reasons = [
    'worker',
    'timeout',
    'newer-database',
    'foreign-database',
    'database-blocked',
    'no-database',
  ] as const;
  return Object.fromEntries(reasons.map((key) => [key, `${sentence}. ${words[key]}`]));
};

const unlocking: Partial<Words> = {
  ...reasonsAfter(locked),
  'wrong-passphrase': incorrect,
  'not-hex': words.corrupted,
  decrypt: words.corrupted,
  'no-record': locked,
  failed: locked,
  unknown: locked,
};

const byFlow: Readonly<Record<KeyFlow, Partial<Words>>> = {
  login: { failed: invalid, unknown: invalid },
  'saved account': { ...reasonsAfter(notOpened), unknown: notOpened },
  unlock: unlocking,
  view: { ...unlocking, 'wrong-passphrase': nothingToView, 'no-record': nothingToView },
  generate: { failed: notMade, unknown: notMade },
  save: { failed: notSaved, unknown: notSaved },
  import: { 'wrong-passphrase': incorrect, failed: notImported, unknown: notImported },
};

/** The exact words of the specification for a problem with a key. */
export const keyWords = (key: KeyProblem, flow?: KeyFlow): string => (flow && byFlow[flow][key]) ?? words[key];

export const sessionProblems: ProblemWords<SessionProblem> = {
  'no-signing-method': 'No signing method available',
  'signer-required': 'Signer required',
  'login-required': 'Login Required',
  'secret-inside': 'Not sent: there is a secret key in it.',
  'invalid-pubkey': 'Invalid pubkey or npub',
  'extension-missing': 'Nostr extension not found',
  'extension-silent': 'Extension did not respond in time',
  'extension-login-failed': 'Failed to sign in with extension',
  'extension-unsigned': 'Extension did not respond to sign request. Please check your extension and try again.',
  'extension-no-answer': 'Extension did not respond. Please check your extension and try again.',
  'extension-refused': 'The extension did not sign.',
  'extension-cancelled': 'Cancelled.',
  'extension-other-account':
    'The extension signed as another account. Choose the account you logged in with and try again.',
  'extension-other-event': 'The extension gave back something else than what was to be signed.',
  'extension-other-key': 'Your extension now uses another key than the one you logged in with. Log in again to use it.',
  'logged-in-elsewhere': 'You logged in in another tab. This tab shows that account now.',
  'key-gone': 'Your secret key was only kept in memory and is gone now. Log in again to sign.',
  'key-idle': 'You were idle, so your secret key was locked. It was not saved and is gone now. Log in again to sign.',
  'key-lost': 'The signer of this page stopped. Your key is locked.',
  'tabs-unseen': 'This page will not notice when you sign out in another tab.',
  'login-not-kept': 'Storage is full or blocked: your login lasts until the page is closed.',
  'sign-out-failed': 'Signing out failed. Please try again.',
  'extension-said': ({ words }) => `The extension says: “${calmLine(words, EXTENSION_MESSAGE_MAX_CHARACTERS)}”`,
  key: ({ key, flow }) => keyWords(key, flow),
  'key-not-saved': ({ because }) =>
    `You are logged in, but the key was not saved on this device. ${keyWords(because, 'save')}`,
  'key-not-deleted': ({ because }) =>
    `The saved key was not deleted and you are still signed in.${because ? ` ${keyWords(because)}` : ''}`,
};
