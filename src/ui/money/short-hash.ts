import { shorten } from '#domain/protocol/identifiers.ts';

const EDGE = 8;
/** The two ends of a hash, a key or another long name. */
export const shortHash = (text: string): string => shorten(text, EDGE);
