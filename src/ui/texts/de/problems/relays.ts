import { RELAY_WORDS_SHOWN_MAX, RELAY_WORDS_BEFORE_OURS_MAX } from '#domain/relays/relays-limits.ts';
import type { RelayProblem, TermsProblem } from '#domain/relays/relays-problem.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { wordsFor, type ProblemWords } from '#ui/texts/say.ts';

const quoted = (words: string, max = RELAY_WORDS_SHOWN_MAX) => `„${calmLine(words, max)}“`;

const terms: ProblemWords<TermsProblem> = {
  'relay-not-yours': 'es gehört nicht zu deinen Relays und erfährt darum nicht, wer du bist',
  'relay-not-told': 'es kann gerade nicht erfahren, wer du bist',
  'relay-gives-no-challenge': 'es sagt nicht, wie man antwortet',
  'relay-asks-again': 'es weiß, wer du bist, und fragt immer wieder',
  'relay-needs-login': 'melde dich mit einem Schlüssel an',
  'relay-answer-unsigned': 'es wurde nicht signiert',
  'relay-answer-ignored': 'es hat die Antwort nicht rechtzeitig angenommen',
  'relay-said': ({ words }) => quoted(words),
};

export const relayProblems: ProblemWords<RelayProblem> = {
  ...terms,
  'no-relay-answered': 'Kein Relay hat geantwortet',
  'no-relays-to-read':
    'Keine Relays eingerichtet. Füg ein Relay hinzu oder stell die Vorgaben wieder her, um Notizen zu laden.',
  'relay-info-failed': 'Die Angaben des Relays konnten nicht geladen werden',
  'socket-failed': 'Die Verbindung ist abgebrochen',
  'socket-refused': 'Die Verbindung lässt sich nicht aufbauen',
  'socket-late': 'Die Verbindung kam nicht rechtzeitig zustande',
  'socket-silent': 'Zu lange war nichts zu hören',
  'ping-unanswered': 'Es hat auf ein Lebenszeichen nicht geantwortet',
  'relay-in-vain': 'Es hat zu viel Unbrauchbares geschickt',
  'relay-closed': ({ status }) => `Das Relay hat die Verbindung geschlossen (${status})`,
  'connection-timeout': ({ ms, relay }) => `Nach ${ms} ms keine Verbindung zu ${relay}`,
  'connection-given-up': ({ attempts, relay }) => `Höchstzahl der Versuche (${attempts}) überschritten: ${relay}`,
  'no-connection': 'keine Verbindung',
  'relay-refused': 'ohne Grund abgelehnt',
  'relay-not-chosen': 'in einem lokalen Netz und keines deiner Relays',
  'pool-destroyed': 'Die App wird gerade beendet',
  'delivery-failed': 'konnte nicht gesendet werden',
  'no-answer-within': ({ seconds }) => `keine Antwort innerhalb von ${seconds} s`,
  'too-many-connections': ({ most }) => `Höchstzahl der Verbindungen (${most}) erreicht`,
  'event-too-long': ({ bytes, most }) => `zu lang: ${bytes} Byte, und das Relay nimmt ${most}`,
  'relay-unmet': ({ words, because }) => `${quoted(words, RELAY_WORDS_BEFORE_OURS_MAX)} (${wordsFor(terms, because)})`,
  'test-unanswered': 'keine Antwort',
  'test-refused': 'abgelehnt',
  'test-cut-off': 'die Verbindung ist abgebrochen',
  'test-without-signer': 'Niemand ist angemeldet, der signieren kann',
  'test-not-connected': 'nicht verbunden',
  'test-broken': 'der Test ist gescheitert',
};
