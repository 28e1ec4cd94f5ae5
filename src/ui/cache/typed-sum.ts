import { readSats } from '#domain/money/sats.ts';

/** Whether somebody typed just this sum; of ecash that is none in sats it is 0. */
export const isTypedSum = (typed: string, sats: number): boolean =>
  sats === 0 ? typed.trim() === '0' : readSats(typed) === sats;
