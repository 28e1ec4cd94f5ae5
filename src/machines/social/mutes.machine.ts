import { peoplePolicy } from '#domain/social/people-list.ts';
import { replaceableMachine } from '#machines/replaceable/replaceable.ts';

/** Whom the user mutes (PUB-06 to PUB-15). */
export const mutesMachine = replaceableMachine(peoplePolicy('mutes'));
