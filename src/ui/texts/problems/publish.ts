import type { PublishProblem } from '#domain/publish/publish-problem.ts';
import type { ProblemWords } from '#ui/texts/say.ts';

export const publishProblems: ProblemWords<PublishProblem> = {
  'post-failed': 'Publish failed',
  'post-cancelled': 'Cancelled',
  'not-ready': 'Nostr client not ready',
  'invalid-target': 'Invalid target event',
  'quote-empty': 'Quote repost content required',
  protected: 'Its author does not want it reposted',
  'work-lost': 'The work is lost: the event was changed',
  'publish-failed': ({ outcomes }) =>
    `Publish failed: ${outcomes.map(({ relay, reason }) => `${relay}: ${reason}`).join('; ')}`,
};
