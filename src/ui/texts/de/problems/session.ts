import { EXTENSION_MESSAGE_MAX_CHARACTERS, PASSPHRASE_MIN_LENGTH } from '#domain/session/session-limits.ts';
import type { KeyFlow, KeyProblem, SessionProblem } from '#domain/session/session-problem.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

type Words = Readonly<Record<KeyProblem, string>>;

const words: Words = {
  'no-secret': 'Kein geheimer Schlüssel angegeben',
  'nsec-format': 'Ungültiges Format des nsec',
  'secret-length': 'Ungültige Länge des geheimen Schlüssels',
  'nsec-encoding': 'Ungültige Kodierung des nsec',
  'secret-format': 'Ungültiges Format des geheimen Schlüssels',
  'public-key':
    'Ungültiges Format des geheimen Schlüssels. Das ist ein öffentlicher Schlüssel. Der geheime beginnt mit nsec1.',
  'remote-signer':
    'Ungültiges Format des geheimen Schlüssels. Mit einer Adresse oder einem Remote-Signer geht es hier nicht. Nimm deinen nsec oder eine Browser-Erweiterung.',
  'recovery-words':
    'Ungültiges Format des geheimen Schlüssels. Mit Wörtern geht es hier nicht. Die App, von der du sie hast, zeigt dir auch deinen nsec.',
  'no-passphrase': 'Gib deine Passphrase ein',
  'short-passphrase': `Die Passphrase braucht mindestens ${PASSPHRASE_MIN_LENGTH} Zeichen`,
  'short-own-passphrase': `Die Passphrase braucht mindestens ${PASSPHRASE_MIN_LENGTH} Zeichen, um den Schlüssel zu speichern. Ohne Speichern kannst du dich damit anmelden.`,
  'passphrases-differ': 'Die Passphrasen stimmen nicht überein',
  'no-randomness': 'Kein sicherer Zufall verfügbar',
  'no-webcrypto': 'Sicheres Speichern braucht WebCrypto. Nutze einen aktuellen Browser über HTTPS.',
  'no-key': 'Noch kein Schlüssel erzeugt',
  'no-record': 'Ungültige Passphrase oder kein gespeichertes Konto',
  'wrong-passphrase': 'Ungültige Passphrase oder kein gespeichertes Konto',
  corrupted:
    'Dein gespeicherter Schlüssel scheint beschädigt zu sein. Melde dich direkt mit deinem nsec an, um ihn neu zu speichern.',
  'not-hex': 'Der entschlüsselte Schlüssel hat nicht das erwartete Format. Melde dich direkt mit deinem nsec an.',
  wallet:
    'Dieses gespeicherte Konto scheint eine Wallet-Verbindung zu sein, kein privater Schlüssel. Melde dich direkt mit deinem nsec an.',
  decrypt: 'Der Schlüssel konnte nicht entschlüsselt werden. Prüf deine Passphrase.',
  environment:
    'Das Entsperren geht in dieser Umgebung nicht. Versuch einen anderen Browser oder melde dich direkt mit deinem nsec an.',
  ios: 'Dieser Schlüssel lässt sich in der installierten iOS-App nicht entsperren. Melde dich direkt mit deinem nsec an.',
  ncryptsec: 'Dieser verschlüsselte Schlüssel ist unvollständig oder enthält einen Tippfehler.',
  'ncryptsec-cost': 'Dieser verschlüsselte Schlüssel verlangt mehr Speicher, als ein Browser gibt.',
  locked: 'Dein Schlüssel ist gesperrt. Entsperr ihn zuerst.',
  worker:
    'Der Teil dieser Seite, der signiert, ist ausgefallen oder konnte nicht geladen werden. Versuch es noch einmal.',
  timeout: 'Das dauerte zu lange und wurde abgebrochen. Versuch es noch einmal.',
  cancelled: 'Abgebrochen.',
  'newer-database':
    'Die gespeicherten Schlüssel stammen von einer neueren Version dieser App. Lade die Seite neu, um sie zu aktualisieren.',
  'foreign-database':
    'Eine andere App an dieser Adresse bewahrt andere Daten dort auf, wo die gespeicherten Schlüssel hingehören. Nichts wurde geändert.',
  'database-blocked':
    'Ein anderer Tab hält die gespeicherten Schlüssel besetzt. Schließ ihn und versuch es noch einmal.',
  'no-database': 'Der Speicher ist voll oder gesperrt, darum kann kein Schlüssel gespeichert werden.',
  failed: 'Der Schlüssel konnte nicht entsperrt werden. Versuch es noch einmal.',
  unknown: 'Etwas ging schief. Versuch es noch einmal.',
};

const incorrect = 'Falsche Passphrase. Prüf sie und versuch es noch einmal.';
const nothingToView = 'Ungültige Passphrase oder kein gespeicherter Schlüssel für dieses Konto';
const invalid = 'Ungültiger nsec oder geheimer Schlüssel';
const locked = 'Das Entsperren ist gescheitert';
const notOpened = 'Das gespeicherte Konto konnte nicht entsperrt werden';
const notMade = 'Das Schlüsselpaar konnte nicht erzeugt werden';
const notSaved = 'Der Schlüssel konnte nicht gespeichert werden';
const notImported = 'Der Schlüssel konnte nicht importiert werden';

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

export const keyWords = (key: KeyProblem, flow?: KeyFlow): string => (flow && byFlow[flow][key]) ?? words[key];

export const sessionProblems: ProblemWords<SessionProblem> = {
  'no-signing-method': 'Keine Möglichkeit zu signieren',
  'signer-required': 'Dein Schlüssel muss entsperrt sein',
  'login-required': 'Anmeldung nötig',
  'secret-inside': 'Nicht gesendet: Darin steht ein geheimer Schlüssel.',
  'invalid-pubkey': 'Ungültiger öffentlicher Schlüssel oder npub',
  'extension-missing': 'Keine Nostr-Erweiterung gefunden',
  'extension-silent': 'Die Erweiterung hat nicht rechtzeitig geantwortet',
  'extension-login-failed': 'Die Anmeldung mit der Erweiterung ist gescheitert',
  'extension-unsigned':
    'Die Erweiterung hat auf die Bitte um eine Signatur nicht geantwortet. Prüf deine Erweiterung und versuch es noch einmal.',
  'extension-no-answer': 'Die Erweiterung hat nicht geantwortet. Prüf deine Erweiterung und versuch es noch einmal.',
  'extension-refused': 'Die Erweiterung hat nicht signiert.',
  'extension-cancelled': 'Abgebrochen.',
  'extension-other-account':
    'Die Erweiterung hat als ein anderes Konto signiert. Wähl das Konto, mit dem du angemeldet bist, und versuch es noch einmal.',
  'extension-other-event': 'Die Erweiterung gab etwas anderes zurück, als zu signieren war.',
  'extension-other-key':
    'Deine Erweiterung nutzt jetzt einen anderen Schlüssel als den, mit dem du angemeldet bist. Melde dich neu an, um ihn zu nutzen.',
  'logged-in-elsewhere': 'Du hast dich in einem anderen Tab angemeldet. Dieser Tab zeigt jetzt dieses Konto.',
  'key-gone':
    'Dein geheimer Schlüssel war nur im Arbeitsspeicher und ist jetzt weg. Melde dich neu an, um zu signieren.',
  'key-idle':
    'Du warst untätig, darum wurde dein geheimer Schlüssel gesperrt. Er war nicht gespeichert und ist jetzt weg. Melde dich neu an, um zu signieren.',
  'key-lost': 'Der Teil dieser Seite, der signiert, ist ausgefallen. Dein Schlüssel ist gesperrt.',
  'tabs-unseen': 'Diese Seite bemerkt nicht, wenn du dich in einem anderen Tab abmeldest.',
  'login-not-kept': 'Der Speicher ist voll oder gesperrt: Deine Anmeldung gilt, bis die Seite geschlossen wird.',
  'sign-out-failed': 'Das Abmelden ist gescheitert. Versuch es noch einmal.',
  'extension-said': ({ words }) => `Die Erweiterung sagt: „${calmLine(words, EXTENSION_MESSAGE_MAX_CHARACTERS)}“`,
  key: ({ key, flow }) => keyWords(key, flow),
  'key-not-saved': ({ because }) =>
    `Du bist angemeldet, aber der Schlüssel wurde nicht auf diesem Gerät gespeichert. ${keyWords(because, 'save')}`,
  'key-not-deleted': ({ because }) =>
    `Der gespeicherte Schlüssel wurde nicht gelöscht, und du bist noch angemeldet.${because ? ` ${keyWords(because)}` : ''}`,
};
