import type { PublishProblem } from '#domain/publish/publish-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const publishProblems: ProblemWords<PublishProblem> = {
  'post-failed': 'Das Veröffentlichen ist gescheitert',
  'post-cancelled': 'Abgebrochen',
  'not-ready': 'Die Verbindung zu Nostr ist noch nicht bereit',
  'invalid-target': 'Ungültige Zielnotiz',
  'quote-empty': 'Schreibe deine Worte zum Zitat',
  protected: 'Die Person, die sie schrieb, möchte nicht, dass sie geteilt wird',
  'work-lost': 'Die Arbeit ist verloren: Das Event wurde geändert',
  'publish-failed': ({ outcomes }) =>
    `Das Veröffentlichen ist gescheitert: ${outcomes.map(({ relay, reason }) => `${relay}: ${reason}`).join('; ')}`,
};
