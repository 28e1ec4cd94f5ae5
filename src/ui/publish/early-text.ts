import type { AnyRouter } from '@tanstack/react-router';

/** What was typed into a new note before its own code was there, and at which visit to it. */
let early: { readonly visit: string | undefined; readonly text: string } | undefined;

const visitOf = ({ latestLocation: { state } }: AnyRouter): string | undefined => state.__TSR_key;

/** What was typed since this new note was asked for; undefined where nothing could be. */
export const earlyText = (router: AnyRouter): string | undefined =>
  early?.visit === visitOf(router) ? early?.text : undefined;

/** Keeps it for the composer, also where that could not be loaded at once. */
export const keepEarlyText = (router: AnyRouter, text: string): void => {
  early = { visit: visitOf(router), text };
};

/** Gives it over. */
export const takeEarlyText = (router: AnyRouter): string => {
  const text = earlyText(router);
  early = undefined;
  return text ?? '';
};
