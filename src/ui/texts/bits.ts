import { countedIn } from '#domain/text/numbers.ts';

const counted = countedIn('en');

/** '1 bit', '21 bits' of proof of work. */
export const bitsOf = (count: number): string => counted(count, { one: 'bit', other: 'bits' });
