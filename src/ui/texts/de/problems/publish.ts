import { RELAY_WORDS_SHOWN_MAX } from '#domain/relays/relays-limits.ts';
import type { PublishProblem } from '#domain/publish/publish-problem.ts';
import type { DeliveryProblem } from '#domain/relays/relays-problem.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { wordsFor, type ProblemWords } from '#ui/texts/say.ts';
import { relayProblems } from './relays.ts';

const reasonOf = (reason: DeliveryProblem | undefined): string => {
  if (!reason) return '';
  const words =
    reason.code === 'relay-said' ? calmLine(reason.words, RELAY_WORDS_SHOWN_MAX) : wordsFor(relayProblems, reason);
  // what stands between relays: else one could speak for another
  return words.replaceAll(';', ',');
};

export const publishProblems: ProblemWords<PublishProblem> = {
  'post-failed': 'Das Veröffentlichen ist gescheitert',
  'post-cancelled': 'Abgebrochen',
  'not-ready': 'Die Verbindung zu Nostr ist noch nicht bereit',
  'invalid-target': 'Ungültige Zielnotiz',
  'quote-empty': 'Schreib deine Worte zum Zitat',
  protected: 'Die Person, die sie schrieb, möchte nicht, dass sie geteilt wird',
  'work-lost': 'Die Arbeit ist verloren: Das Event wurde geändert',
  'publish-failed': ({ outcomes }) =>
    `Das Veröffentlichen ist gescheitert: ${outcomes.map(({ relay, reason }) => `${relay}: ${reasonOf(reason)}`).join('; ')}`,
};
