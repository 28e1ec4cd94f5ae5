/** The words for a text that another app shared. */
export const sharedTexts = {
  title: 'Another app shared a text',
  beside: 'You have begun a note, so nothing was added to it.',
  add: 'Add to my note',
  leave: 'Discard',
  nsec: 'The shared text held a secret key and was dropped',
  ncryptsec: 'The shared text held an encrypted secret key and was dropped',
  pairing: 'The shared text held the secret key of a wallet and was dropped',
  why: 'None of it was kept. Delete it where it came from: anyone who reads it can act in your name or pay from your wallet.',
} as const;
