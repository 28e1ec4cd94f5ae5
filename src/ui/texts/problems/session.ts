import type { SessionProblem } from '#domain/session/session-problem.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import type { ProblemWords } from '#ui/texts/say.ts';
import { keyWords } from './keys.ts';

const OWN_WORDS_MAX = 200;

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
  'key-lost': 'The signer of this page stopped. Your key is locked.',
  'tabs-unseen': 'This page will not notice when you sign out in another tab.',
  'sign-out-failed': 'Signing out failed. Please try again.',
  'extension-said': ({ words }) => `The extension says: “${calmLine(words, OWN_WORDS_MAX)}”`,
  key: ({ key, flow }) => keyWords(key, flow),
  'key-not-saved': ({ because }) =>
    `You are logged in, but the key was not saved on this device. ${keyWords(because, 'save')}`,
  'key-not-deleted': ({ because }) =>
    `The saved key was not deleted and you are still signed in.${because ? ` ${keyWords(because)}` : ''}`,
};
