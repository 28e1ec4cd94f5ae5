import { isolated } from '#domain/text/bidi.ts';
import { useDisplayName } from './queries.ts';
import { texts } from './texts/app.ts';

/**
 * The name of a person for a sentence that is text alone and is seen, such as a title. Where there are elements, the name has
 * one of its own: <bdi> or dir="auto".
 */
export const useNameInText = (pubkey: string): string => isolated(useDisplayName(pubkey), texts.direction);
