import type { RelayProblem } from '#domain/relays/relay-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const relayProblems: ProblemWords<RelayProblem> = {
  'no-relay-answered': 'No relay answered',
  'no-relays-to-read': 'No relays configured. Add a relay or restore defaults to fetch notes.',
  'pool-destroyed': 'RelayConnectionPool has been destroyed',
};
