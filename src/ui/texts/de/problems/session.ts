import type { SessionProblem } from '#domain/session/session-problem.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import type { ProblemWords } from '#ui/texts/say.ts';
import { keyWords } from './keys.ts';

const OWN_WORDS_MAX = 200;

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
    'Die Erweiterung hat auf die Bitte um eine Signatur nicht geantwortet. Prüfe deine Erweiterung und versuche es noch einmal.',
  'extension-no-answer': 'Die Erweiterung hat nicht geantwortet. Prüfe deine Erweiterung und versuche es noch einmal.',
  'extension-refused': 'Die Erweiterung hat nicht signiert.',
  'extension-cancelled': 'Abgebrochen.',
  'extension-other-account':
    'Die Erweiterung hat als ein anderes Konto signiert. Wähle das Konto, mit dem du angemeldet bist, und versuche es noch einmal.',
  'extension-other-event': 'Die Erweiterung gab etwas anderes zurück, als zu signieren war.',
  'extension-other-key':
    'Deine Erweiterung nutzt jetzt einen anderen Schlüssel als den, mit dem du angemeldet bist. Melde dich neu an, um ihn zu nutzen.',
  'logged-in-elsewhere': 'Du hast dich in einem anderen Tab angemeldet. Dieser Tab zeigt jetzt dieses Konto.',
  'key-gone':
    'Dein geheimer Schlüssel war nur im Arbeitsspeicher und ist jetzt weg. Melde dich neu an, um zu signieren.',
  'key-lost': 'Der Teil dieser Seite, der signiert, ist ausgefallen. Dein Schlüssel ist gesperrt.',
  'tabs-unseen': 'Diese Seite bemerkt nicht, wenn du dich in einem anderen Tab abmeldest.',
  'sign-out-failed': 'Das Abmelden ist gescheitert. Versuche es noch einmal.',
  'extension-said': ({ words }) => `Die Erweiterung sagt: „${calmLine(words, OWN_WORDS_MAX)}“`,
  key: ({ key, flow }) => keyWords(key, flow),
  'key-not-saved': ({ because }) =>
    `Du bist angemeldet, aber der Schlüssel wurde nicht auf diesem Gerät gespeichert. ${keyWords(because, 'save')}`,
  'key-not-deleted': ({ because }) =>
    `Der gespeicherte Schlüssel wurde nicht gelöscht, und du bist noch angemeldet.${because ? ` ${keyWords(because)}` : ''}`,
};
