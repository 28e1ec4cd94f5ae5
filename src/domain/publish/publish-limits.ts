import { SECOND } from '#domain/units.ts';

/** a post that every relay took is shown as sent for so long */
export const PUBLISH_SENT_SHOWN_MS = 5 * SECOND;
/** told in the `client` tag of what is published (PUB-08) */
export const CLIENT_NAME = 'Nuthatch';
