import type { AnyRouter } from '@tanstack/react-router';

/** What was typed into a new note before its own code was there, and at which visit to it. */
let early: { readonly visit: string | undefined; readonly text: string } | undefined;

const visitOf = ({ latestLocation: { state } }: AnyRouter): string | undefined => state.__TSR_key;

/** Whether something could be typed at this visit before the composer was there. */
export const wasEarlyAt = (router: AnyRouter): boolean => early !== undefined && early.visit === visitOf(router);

/** What no composer has taken yet, also of a visit that was left before there was one. */
export const earlyText = (): string => early?.text ?? '';

/** Keeps it for the composer. */
export const keepEarlyText = (router: AnyRouter, text: string): void => {
  early = { visit: visitOf(router), text };
};

/** Gives it over. */
export const takeEarlyText = (): string => {
  const text = earlyText();
  early = undefined;
  return text;
};
