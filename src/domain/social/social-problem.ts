import type { Coded } from '#domain/coded.ts';

/** Why somebody cannot come into a list of people or leave it, or the list was not read or published. */
export type SocialProblem =
  | Coded<'invalid-user' | 'invalid-person' | 'self-mute'>
  | { readonly code: 'follow-visitor' | 'self-follow' | 'invalid-mute'; readonly wanted: boolean }
  | {
      readonly code: 'list-failed';
      readonly list: 'follows' | 'mutes';
      /** whether they were to come in */
      readonly wanted: boolean;
      /** others were to go */
      readonly isMixed?: boolean;
      readonly because?: Coded<'list-not-read' | 'list-may-exist'>;
    }
  | { readonly code: 'list-not-found'; readonly list: 'follows' | 'mutes' };
