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
  'Another app at this address keeps other data where the saved keys belong. Nothing was changed.':
    'Eine andere App an dieser Adresse bewahrt andere Daten dort auf, wo die gespeicherten Schlüssel hingehören. Nichts wurde geändert.',
  'Another tab keeps the saved keys busy. Close it and try again.':
    'Ein anderer Tab hält die gespeicherten Schlüssel besetzt. Schließe ihn und versuche es noch einmal.',
  'Cancelled.': 'Abgebrochen.',
  Cancelled: 'Abgebrochen',
  "Can't follow yourself": 'Du kannst dir nicht selbst folgen',
  "Can't unfollow yourself": 'Du kannst dir nicht selbst entfolgen',
  "Can't mute yourself": 'Du kannst dich nicht selbst stummschalten',
  "Can't {} yourself": 'Das geht nicht mit dir selbst',
  'Cleared: {}': 'Geleert: {}',
  'Connection timeout after {}ms': 'Nach {} ms keine Verbindung',
  'Enter your passphrase': 'Gib deine Passphrase ein',
  'Extension did not respond in time': 'Die Erweiterung hat nicht rechtzeitig geantwortet',
  'Extension did not respond to sign request. Please check your extension and try again.':
    'Die Erweiterung hat auf die Bitte um eine Signatur nicht geantwortet. Prüfe deine Erweiterung und versuche es noch einmal.',
  'Extension did not respond. Please check your extension and try again.':
    'Die Erweiterung hat nicht geantwortet. Prüfe deine Erweiterung und versuche es noch einmal.',
  'Failed to decrypt key. Please check your passphrase.':
    'Der Schlüssel konnte nicht entschlüsselt werden. Prüfe deine Passphrase.',
  'Failed to generate key pair': 'Das Schlüsselpaar konnte nicht erzeugt werden',
  'Failed to import key': 'Der Schlüssel konnte nicht importiert werden',
  'Failed to load relay information': 'Die Angaben des Relays konnten nicht geladen werden',
  'Failed to save key': 'Der Schlüssel konnte nicht gespeichert werden',
  'Failed to sign in': 'Die Anmeldung ist gescheitert',
  'Failed to sign in with extension': 'Die Anmeldung mit der Erweiterung ist gescheitert',
  'Failed to unlock': 'Das Entsperren ist gescheitert',
  'Failed to unlock key. Please try again.': 'Der Schlüssel konnte nicht entsperrt werden. Versuche es noch einmal.',
  'Failed to unlock saved account': 'Das gespeicherte Konto konnte nicht entsperrt werden',
  'Follow failed': 'Folgen ist gescheitert',
  'Incorrect passphrase. Please check your passphrase and try again.':
    'Falsche Passphrase. Prüfe sie und versuche es noch einmal.',
  'Invalid nsec encoding': 'Ungültige Kodierung des nsec',
  'Invalid nsec format': 'Ungültiges Format des nsec',
  'Invalid nsec or secret key': 'Ungültiger nsec oder geheimer Schlüssel',
  'Invalid passphrase or no saved account': 'Ungültige Passphrase oder kein gespeichertes Konto',
  'Invalid passphrase or no saved secret for this account':
    'Ungültige Passphrase oder kein gespeicherter Schlüssel für dieses Konto',
  'Invalid pubkey format. Please enter a valid 64-character hex pubkey or npub.':
    'Ungültiger öffentlicher Schlüssel. Gib 64 Hex-Zeichen oder einen npub ein.',
  'Invalid pubkey or npub': 'Ungültiger öffentlicher Schlüssel oder npub',
  'Invalid pubkey to mute': 'Ungültiger öffentlicher Schlüssel zum Stummschalten',
  'Invalid pubkey to unmute': 'Ungültiger öffentlicher Schlüssel zum Aufheben der Stummschaltung',
  'Invalid pubkey to {}': 'Ungültiger öffentlicher Schlüssel',
  'Invalid secret key format': 'Ungültiges Format des geheimen Schlüssels',
  'Invalid secret key length': 'Ungültige Länge des geheimen Schlüssels',
  'Invalid target event': 'Ungültige Zielnotiz',
  'Invalid user pubkey': 'Ungültiger eigener öffentlicher Schlüssel',
  'It could not be cleared, and nothing was lost. Please try again.':
    'Es konnte nicht geleert werden, und nichts ging verloren. Versuche es noch einmal.',
  'Its author does not want it reposted': 'Die Person, die sie schrieb, möchte nicht, dass sie geteilt wird',
  'Key unlocking is not available in this environment. Please try a different browser or log in with your NSEC directly.':
    'Das Entsperren geht in dieser Umgebung nicht. Versuche einen anderen Browser oder melde dich direkt mit deinem nsec an.',
  'Login Required': 'Anmeldung nötig',
  'Max connection attempts ({}) exceeded': 'Höchstzahl der Versuche ({}) überschritten',
  'Maximum connections ({}) reached': 'Höchstzahl der Verbindungen ({}) erreicht',
  'Mining failed': 'Das Rechnen ist gescheitert',
  'Mining requires a public key': 'Zum Rechnen braucht es einen öffentlichen Schlüssel',
  'Mute failed': 'Stummschalten ist gescheitert',
  'No key generated yet': 'Noch kein Schlüssel erzeugt',
  'No relay answered': 'Kein Relay hat geantwortet',
  'No relay answered when your relay list was asked for.':
    'Kein Relay hat geantwortet, als nach deiner Relay-Liste gefragt wurde.',
  'None of your relays has {}.': 'Keines deiner Relays hat deine Liste.',
  'No relays configured': 'Keine Relays eingerichtet',
  'No relays configured for publishing': 'Keine Relays zum Veröffentlichen eingerichtet',
  'No relays configured. Add a relay or restore defaults to fetch notes.':
    'Keine Relays eingerichtet. Füge ein Relay hinzu oder stelle die Vorgaben wieder her, um Notizen zu laden.',
  'No secret provided': 'Kein geheimer Schlüssel angegeben',
  'No signing method available': 'Keine Möglichkeit zu signieren',
  'Nobody is logged in who can sign': 'Niemand ist angemeldet, der signieren kann',
  'Nostr extension not found': 'Keine Nostr-Erweiterung gefunden',
  'Not changed: the encrypted part of your list could not be read.':
    'Nicht geändert: Der verschlüsselte Teil deiner Liste war nicht lesbar.',
  'Not changed: no list of yours was found, but not enough of your relays answered, so you may have one.':
    'Nicht geändert: Von dir wurde keine Liste gefunden, aber zu wenige deiner Relays haben geantwortet, vielleicht gibt es also eine.',
  'Not changed: none of the relays you write to answered, and a newer version of your list could be lost.': `Nicht geändert: ${notRead}`,
  'Not changed: no profile of yours was found, but not enough of your relays answered, so you may have one.':
    'Nicht geändert: Es wurde kein Profil von dir gefunden, aber zu wenige deiner Relays haben geantwortet; du könntest eines haben.',
  'Not changed: none of the relays you write to answered, and a newer version of your profile could be lost.':
    'Nicht geändert: Von den Relays, auf die du schreibst, hat keines geantwortet, und eine neuere Fassung deines Profils könnte verloren gehen.',
  'Not changed: that version is no longer kept here.': 'Nicht geändert: Diese Fassung wird hier nicht mehr aufbewahrt.',
  'Not cleared: {} ({})': 'Nicht geleert: {} ({})',
  'Not sent: there is a secret key in it.': 'Nicht gesendet: Darin steht ein geheimer Schlüssel.',
  'Not published: no list of yours was found, but no indexer answered, so you may have one.':
    'Nicht veröffentlicht: Von dir wurde keine Liste gefunden, aber kein Verzeichnis hat geantwortet, vielleicht gibt es also eine.',
  'Not published: none of the relays you write to answered, and a newer version of your list could be lost.': `Nicht veröffentlicht: ${notRead}`,
  'Not published: that version is no longer kept here.':
    'Nicht veröffentlicht: Diese Fassung wird hier nicht mehr aufbewahrt.',
  'Not published: what signs for you changed the list.':
    'Nicht veröffentlicht: Was für dich signiert, hat die Liste verändert.',
  'Not published: your key is locked.': 'Nicht veröffentlicht: Dein Schlüssel ist gesperrt.',
  'Nostr client not ready': 'Die Verbindung zu Nostr ist noch nicht bereit',
  'Nothing was heard for too long': 'Zu lange war nichts zu hören',
  'Passphrase must be at least {} characters': 'Die Passphrase braucht mindestens {} Zeichen',
  'Passphrases do not match': 'Die Passphrasen stimmen nicht überein',
  'Publish failed': 'Das Veröffentlichen ist gescheitert',
  'Publish failed: {}': 'Das Veröffentlichen ist gescheitert: {}',
  'Quote repost content required': 'Schreibe deine Worte zum Zitat',
  'Secure persistence requires WebCrypto. Please use a modern browser over HTTPS.':
    'Sicheres Speichern braucht WebCrypto. Nutze einen aktuellen Browser über HTTPS.',
  'Secure randomness not available': 'Kein sicherer Zufall verfügbar',
  'Sensitive content': 'Heikler Inhalt',
  'Sign in required to follow users': 'Melde dich an, um jemandem zu folgen',
  'Sign in required to unfollow users': 'Melde dich an, um jemandem zu entfolgen',
  'Sign in required to {} users': 'Melde dich zuerst an',
  'Signer required': 'Dein Schlüssel muss entsperrt sein',
  'Signing out failed. Please try again.': 'Das Abmelden ist gescheitert. Versuche es noch einmal.',
  'Something went wrong. Please try again.': 'Etwas ging schief. Versuche es noch einmal.',
  'The answer is too long': 'Die Antwort ist zu lang',
  'The caches were cleared, but you are still logged in. Please try again.':
    'Die Caches wurden geleert, aber du bist noch angemeldet. Versuche es noch einmal.',
  'The decrypted key is not in the expected format. Please log in with your NSEC directly.':
    'Der entschlüsselte Schlüssel hat nicht das erwartete Format. Melde dich direkt mit deinem nsec an.',
  'The extension did not sign.': 'Die Erweiterung hat nicht signiert.',
  'The extension gave back something else than what was to be signed.':
    'Die Erweiterung gab etwas anderes zurück, als zu signieren war.',
  'The extension signed as another account. Choose the account you logged in with and try again.':
    'Die Erweiterung hat als ein anderes Konto signiert. Wähle das Konto, mit dem du angemeldet bist, und versuche es noch einmal.',
  'The mined event has too little work': 'In dem Event steckt zu wenig Arbeit',
  'The relay closed the connection ({})': 'Das Relay hat die Verbindung geschlossen ({})',
  'The relay does not answer': 'Das Relay antwortet nicht',
  'The saved key was not deleted and you are still signed in.':
    'Der gespeicherte Schlüssel wurde nicht gelöscht, und du bist noch angemeldet.',
  'The saved keys were written by a newer version of this app. Reload the page to update it.':
    'Die gespeicherten Schlüssel stammen von einer neueren Version dieser App. Lade die Seite neu, um sie zu aktualisieren.',
  'The signature is wrong': 'Die Signatur ist falsch',
  'The signer changed the list': 'Der Signierer hat die Liste verändert',
  'The signer changed the profile': 'Der Signierer hat das Profil verändert',
  'The signer of this page stopped or could not be loaded. Please try again.':
    'Der Teil dieser Seite, der signiert, ist ausgefallen oder konnte nicht geladen werden. Versuche es noch einmal.',
  'The signer of this page stopped. Your key is locked.':
    'Der Teil dieser Seite, der signiert, ist ausgefallen. Dein Schlüssel ist gesperrt.',
  'The socket cannot be made': 'Die Verbindung lässt sich nicht aufbauen',
  'It sent too much that leads to nothing': 'Es hat zu viel Unbrauchbares geschickt',
  'The socket did not open in time': 'Die Verbindung kam nicht rechtzeitig zustande',
  'The socket failed': 'Die Verbindung ist abgebrochen',
  'The work is lost: the event was changed': 'Die Arbeit ist verloren: Das Event wurde geändert',
  'This browser keeps no data here, so no key can be saved.':
    'Dieser Browser bewahrt hier keine Daten auf, darum kann kein Schlüssel gespeichert werden.',
  'This encrypted key asks for more memory than a browser gives.':
    'Dieser verschlüsselte Schlüssel verlangt mehr Speicher, als ein Browser gibt.',
  'This is not an encrypted key. It starts with ncryptsec1.':
    'Das ist kein verschlüsselter Schlüssel. Ein solcher beginnt mit ncryptsec1.',
  'This key cannot be unlocked in the installed iOS app. Please log in with your NSEC directly.':
    'Dieser Schlüssel lässt sich in der installierten iOS-App nicht entsperren. Melde dich direkt mit deinem nsec an.',
  'This page will not notice when you sign out in another tab.':
    'Diese Seite bemerkt nicht, wenn du dich in einem anderen Tab abmeldest.',
  'This saved account appears to be a wallet connection, not a private key. Please log in with your NSEC directly.':
    'Dieses gespeicherte Konto scheint eine Wallet-Verbindung zu sein, kein privater Schlüssel. Melde dich direkt mit deinem nsec an.',
  'This took too long and was stopped. Please try again.':
    'Das dauerte zu lange und wurde abgebrochen. Versuche es noch einmal.',
  'Unfollow failed': 'Entfolgen ist gescheitert',
  'Unmute failed': 'Die Stummschaltung ließ sich nicht aufheben',
  'Worker timeout': 'Das Rechnen dauerte zu lange',
  'You are logged in, but the key was not saved on this device.':
    'Du bist angemeldet, aber der Schlüssel wurde nicht auf diesem Gerät gespeichert.',
  'You logged in in another tab. This tab shows that account now.':
    'Du hast dich in einem anderen Tab angemeldet. Dieser Tab zeigt jetzt dieses Konto.',
  'Your extension now uses another key than the one you logged in with. Log in again to use it.':
    'Deine Erweiterung nutzt jetzt einen anderen Schlüssel als den, mit dem du angemeldet bist. Melde dich neu an, um ihn zu nutzen.',
  'Your key is locked. Unlock it first.': 'Dein Schlüssel ist gesperrt. Entsperre ihn zuerst.',
  'Your saved key appears to be corrupted. Please log in with your NSEC directly to re-save your key.':
    'Dein gespeicherter Schlüssel scheint beschädigt zu sein. Melde dich direkt mit deinem nsec an, um ihn neu zu speichern.',
  'Your secret key was only kept in memory and is gone now. Log in again to sign.':
    'Dein geheimer Schlüssel war nur im Arbeitsspeicher und ist jetzt weg. Melde dich neu an, um zu signieren.',
  'no connection': 'keine Verbindung',
  'no answer within {} s': 'keine Antwort innerhalb von {} s',
  'refused without a reason': 'ohne Grund abgelehnt',
  'too long: {} bytes, and the relay takes {}': 'zu lang: {} Byte, und das Relay nimmt {}',
});
