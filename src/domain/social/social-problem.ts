import type { Coded } from '#domain/coded.ts';

/** Why somebody cannot come into a list of people or leave it, or the list was not read or published. */
export type SocialProblem =
  | Coded<'invalid-user' | 'invalid-person' | 'self-mute'>
  | { readonly code: 'follow-visitor' | 'self-follow' | 'invalid-mute'; readonly wanted: boolean }
  /** `wanted`: whether they were to come in */
  | { readonly code: 'list-failed'; readonly list: 'follows' | 'mutes'; readonly wanted: boolean }
  | { readonly code: 'list-not-found'; readonly list: 'follows' | 'mutes' };
