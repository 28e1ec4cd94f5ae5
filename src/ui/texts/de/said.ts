import { sayings } from '#ui/texts/say.ts';

const notRead =
  'von den Relays, auf die du schreibst, hat keines geantwortet, und eine neuere Fassung deiner Liste könnte verloren gehen.';

/** What machines, actors and rules tell people, by their English sentence. */
export const said = sayings({
  '{} (it was told who you are, and asks again and again)': '{} (es weiß, wer du bist, und fragt immer wieder)',
  '{} (log in with a key to answer)': '{} (melde dich mit einem Schlüssel an)',
  '{} (it does not say how to answer)': '{} (es sagt nicht, wie man antwortet)',
  '{} (it was not signed)': '{} (es wurde nicht signiert)',
  '{} (it did not accept the answer in time)': '{} (es hat die Antwort nicht rechtzeitig angenommen)',
  "Can't {} yourself": 'Das geht nicht mit dir selbst',
  'Cleared: {}': 'Geleert: {}',
  'Connection timeout after {}ms': 'Nach {} ms keine Verbindung',
  'Failed to load relay information': 'Die Angaben des Relays konnten nicht geladen werden',
  'Invalid pubkey to {}': 'Ungültiger öffentlicher Schlüssel',
  'It could not be cleared, and nothing was lost. Please try again.':
    'Es konnte nicht geleert werden, und nichts ging verloren. Versuche es noch einmal.',
  'Max connection attempts ({}) exceeded': 'Höchstzahl der Versuche ({}) überschritten',
  'Maximum connections ({}) reached': 'Höchstzahl der Verbindungen ({}) erreicht',
  'None of your relays has {}.': 'Keines deiner Relays hat deine Liste.',
  'Nobody is logged in who can sign': 'Niemand ist angemeldet, der signieren kann',
  'Not changed: none of the relays you write to answered, and a newer version of your list could be lost.': `Nicht geändert: ${notRead}`,
  'Not cleared: {} ({})': 'Nicht geleert: {} ({})',
  'Not published: none of the relays you write to answered, and a newer version of your list could be lost.': `Nicht veröffentlicht: ${notRead}`,
  'Nothing was heard for too long': 'Zu lange war nichts zu hören',
  'Passphrase must be at least {} characters': 'Die Passphrase braucht mindestens {} Zeichen',
  'Publish failed: {}': 'Das Veröffentlichen ist gescheitert: {}',
  'Sensitive content': 'Heikler Inhalt',
  'Sign in required to {} users': 'Melde dich zuerst an',
  'The answer is too long': 'Die Antwort ist zu lang',
  'The relay closed the connection ({})': 'Das Relay hat die Verbindung geschlossen ({})',
  'The relay does not answer': 'Das Relay antwortet nicht',
  'The saved key was not deleted and you are still signed in.':
    'Der gespeicherte Schlüssel wurde nicht gelöscht, und du bist noch angemeldet.',
  'The socket cannot be made': 'Die Verbindung lässt sich nicht aufbauen',
  'It sent too much that leads to nothing': 'Es hat zu viel Unbrauchbares geschickt',
  'The socket did not open in time': 'Die Verbindung kam nicht rechtzeitig zustande',
  'The socket failed': 'Die Verbindung ist abgebrochen',
  'You are logged in, but the key was not saved on this device.':
    'Du bist angemeldet, aber der Schlüssel wurde nicht auf diesem Gerät gespeichert.',
  'no connection': 'keine Verbindung',
  'no answer within {} s': 'keine Antwort innerhalb von {} s',
  'refused without a reason': 'ohne Grund abgelehnt',
  'too long: {} bytes, and the relay takes {}': 'zu lang: {} Byte, und das Relay nimmt {}',
});
