import type { AnyRouter } from '@tanstack/react-router';
import { VISITOR } from '#domain/publish/draft.ts';

/** What was typed into a new note before its own code was there, by who wrote it, and at which visit to it. */
const early = new Map<string, { readonly visit: string | undefined; readonly text: string }>();

const visitOf = ({ latestLocation: { state } }: AnyRouter): string | undefined => state.__TSR_key;

/** As with drafts: their own, else what a visitor began. */
const foundBy = (owner: string) => (early.get(owner)?.text ? owner : VISITOR);

/** Whether something could be typed at this visit before the composer was there. */
export const wasEarlyAt = (router: AnyRouter): boolean =>
  [...early.values()].some(({ visit }) => visit === visitOf(router));

/** What no composer has taken yet, also of a visit that was left before there was one. `owner`: as of drafts. */
export const earlyText = (owner: string = VISITOR): string => early.get(foundBy(owner))?.text ?? '';

/** Gives it over. */
export const takeEarlyText = (owner: string = VISITOR): string => {
  const text = earlyText(owner);
  for (const found of [foundBy(owner), owner]) early.delete(found);
  return text;
};

/** Keeps it for the composer; what a visitor began becomes theirs. */
export const keepEarlyText = (router: AnyRouter, text: string, owner: string = VISITOR): void => {
  takeEarlyText(owner);
  early.set(owner, { visit: visitOf(router), text });
};
