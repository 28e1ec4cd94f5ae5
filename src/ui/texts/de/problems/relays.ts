import type { RelayProblem } from '#domain/relays/relay-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const relayProblems: ProblemWords<RelayProblem> = {
  'no-relay-answered': 'Kein Relay hat geantwortet',
  'no-relays-to-read':
    'Keine Relays eingerichtet. Füge ein Relay hinzu oder stelle die Vorgaben wieder her, um Notizen zu laden.',
  'pool-destroyed': 'Die App wird gerade beendet',
};
