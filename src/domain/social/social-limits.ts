import { SECOND } from '#domain/units.ts';

export const LISTS_DATABASE = 'nuthatch-lists';
/** a list of people that could not be read is asked for again after so long */
export const PEOPLE_LIST_RETRY_MS = 30 * SECOND;
/** after a list of people was published it is read once more when LIST_RACE_S is over */
export const PEOPLE_LIST_LOOK_MS = 130 * SECOND;
