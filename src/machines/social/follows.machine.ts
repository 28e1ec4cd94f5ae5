import { peoplePolicy } from '#domain/social/people-list.ts';
import { replaceableMachine } from '#machines/replaceable/replaceable.ts';

/** Whom the user follows (FOLLOW-01 to FOLLOW-17). */
export const followsMachine = replaceableMachine(peoplePolicy('follows'));
