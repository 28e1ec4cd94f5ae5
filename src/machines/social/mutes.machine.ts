import { peopleListMachine } from './people-list.ts';

/** Whom the user mutes (PUB-06 to PUB-15). */
export const mutesMachine = peopleListMachine('mutes');
