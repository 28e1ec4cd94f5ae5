import { RELAY_WORDS_SHOWN_MAX } from '#domain/relays/relays-limits.ts';
import type { PublishProblem } from '#domain/publish/publish-problem.ts';
import type { DeliveryProblem } from '#domain/relays/relays-problem.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { wordsFor, type ProblemWords } from '#ui/texts/say.ts';
import { relayProblems } from './relays.ts';

/** What a relay said stands behind its name, so it needs no quotes (RELAY-51). */
const reasonOf = (reason: DeliveryProblem | undefined): string => {
  if (!reason) return '';
  const words =
    reason.code === 'relay-said' ? calmLine(reason.words, RELAY_WORDS_SHOWN_MAX) : wordsFor(relayProblems, reason);
  // what stands between relays: else one could speak for another
  return words.replaceAll(';', ',');
};

export const publishProblems: ProblemWords<PublishProblem> = {
  'post-failed': 'Publish failed',
  'post-cancelled': 'Cancelled',
  'not-ready': 'Nostr client not ready',
  'invalid-target': 'Invalid target event',
  'quote-empty': 'Quote repost content required',
  protected: 'Its author does not want it reposted',
  'work-lost': 'The work is lost: the event was changed',
  'publish-failed': ({ outcomes }) =>
    `Publish failed: ${outcomes.map(({ relay, reason }) => `${relay}: ${reasonOf(reason)}`).join('; ')}`,
};
