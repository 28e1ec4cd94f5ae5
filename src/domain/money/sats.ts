import { SATS_EVER } from '#domain/units.ts';

/** Whether it is an amount of whole sats that there can be. */
export const isSats = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= SATS_EVER;

/** Digits, of which thousands may stand apart; anything else between them could be meant as a part of a sat. */
const WHOLE = /^(?:\d{1,16}|[1-9]\d{0,2}(?:[\s.,'’]\d{3}){1,5})$/;

/** Whole sats out of what somebody typed; undefined when it is none. */
export const readSats = (text: string): number | undefined => {
  const typed = text.trim();
  const sats = WHOLE.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : 0;
  return isSats(sats) ? sats : undefined;
};

/** An amount without marks between its digits, for whoever changes it: between other digits a mark would be that of a fraction. */
export const withoutMarks = (text: string): string => {
  const sats = readSats(text);
  return sats === undefined ? text : String(sats);
};

/** Whether somebody typed just this sum, as a guard before it is deleted; of what is none in sats it is 0. */
export const isTypedSum = (typed: string, sats: number): boolean =>
  sats === 0 ? typed.trim() === '0' : readSats(typed) === sats;
