import { peopleListMachine } from './people-list.ts';

/** Whom the user follows (FOLLOW-01 to FOLLOW-17). */
export const followsMachine = peopleListMachine('follows');
