import type { ReplaceableProblem } from '#domain/replaceable/replaceable-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const replaceableProblems: ProblemWords<ReplaceableProblem> = {
  'no-relays': 'No relays configured',
  'no-write-relays': 'No relays configured for publishing',
  'list-not-read':
    'Not changed: none of the relays you write to answered, and a newer version of your list could be lost.',
  'profile-not-read':
    'Not changed: none of the relays you write to answered, and a newer version of your profile could be lost.',
  'relay-list-not-read': 'None of the relays you write to answered, and a newer version of your list could be lost.',
  'list-may-exist':
    'Not changed: no list of yours was found, but not enough of your relays answered, so you may have one.',
  'profile-may-exist':
    'Not changed: no profile of yours was found, but not enough of your relays answered, so you may have one.',
  'relay-list-may-exist': 'No list of yours was found, but no indexer answered, so you may have one.',
  'sign-in-failed': 'Failed to sign in',
  'relay-list-locked': 'Your key is locked.',
  'version-gone': 'Not changed: that version is no longer kept here.',
  'relay-list-version-gone': 'That version is no longer kept here.',
  'list-changed': 'The signer changed the list',
  'profile-changed': 'The signer changed the profile',
  'relay-list-changed': 'What signs for you changed the list.',
  'list-encrypted': 'Not changed: the encrypted part of your list could not be read.',
  'list-not-encrypted': 'Not changed: your extension cannot encrypt, so it can mute nobody privately.',
  'relay-list-not-found': 'No relay answered when your relay list was asked for.',
  'signature-wrong': 'The signature is wrong',
};
