import type { SocialProblem } from '#domain/social/social-problem.ts';
import { wordsFor, type ProblemWords } from '#ui/texts/say.ts';
import { replaceableProblems } from './replaceable.ts';

const failed = {
  follows: { in: 'Follow failed', out: 'Unfollow failed' },
  mutes: { in: 'Mute failed', out: 'Unmute failed' },
};
const lists = { follows: 'your follow list', mutes: 'your mute list' };

export const socialProblems: ProblemWords<SocialProblem> = {
  'invalid-user': 'Invalid user pubkey',
  'invalid-person': 'Invalid pubkey format. Please enter a valid 64-character hex pubkey or npub.',
  'self-mute': "Can't mute yourself",
  'follow-visitor': ({ wanted }) =>
    wanted ? 'Sign in required to follow users' : 'Sign in required to unfollow users',
  'self-follow': ({ wanted }) => (wanted ? "Can't follow yourself" : "Can't unfollow yourself"),
  'invalid-mute': ({ wanted }) => (wanted ? 'Invalid pubkey to mute' : 'Invalid pubkey to unmute'),
  'list-failed': ({ list, wanted, because }) => {
    const words = failed[list][wanted ? 'in' : 'out'];
    return because ? `${words}. ${wordsFor(replaceableProblems, because)}` : words;
  },
  'list-not-found': ({ list }) => `None of your relays has ${lists[list]}.`,
};
