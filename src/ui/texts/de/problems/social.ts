import type { SocialProblem } from '#domain/social/social-problem.ts';
import { wordsFor, type ProblemWords } from '#ui/texts/say.ts';
import { replaceableProblems } from './replaceable.ts';

const failed = {
  follows: { in: 'Folgen ist gescheitert', out: 'Entfolgen ist gescheitert' },
  mutes: { in: 'Stummschalten ist gescheitert', out: 'Die Stummschaltung ließ sich nicht aufheben' },
};
const lists = { follows: 'deine Follow-Liste', mutes: 'deine Stummliste' };

export const socialProblems: ProblemWords<SocialProblem> = {
  'invalid-user': 'Ungültiger eigener öffentlicher Schlüssel',
  'invalid-person': 'Ungültiger öffentlicher Schlüssel. Gib 64 Hex-Zeichen oder einen npub ein.',
  'self-mute': 'Du kannst dich nicht selbst stummschalten',
  'follow-visitor': ({ wanted }) =>
    wanted ? 'Melde dich an, um jemandem zu folgen' : 'Melde dich an, um jemandem zu entfolgen',
  'self-follow': ({ wanted }) =>
    wanted ? 'Du kannst dir nicht selbst folgen' : 'Du kannst dir nicht selbst entfolgen',
  'invalid-mute': ({ wanted }) =>
    wanted
      ? 'Ungültiger öffentlicher Schlüssel zum Stummschalten'
      : 'Ungültiger öffentlicher Schlüssel zum Aufheben der Stummschaltung',
  'list-failed': ({ list, wanted, because }) => {
    const words = failed[list][wanted ? 'in' : 'out'];
    return because ? `${words}. ${wordsFor(replaceableProblems, because)}` : words;
  },
  'list-not-found': ({ list }) => `Keines deiner Relays hat ${lists[list]}.`,
};
