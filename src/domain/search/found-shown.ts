import type { SearchData } from '#domain/cache/query-keys.ts';
import { isHidden, type Mutes } from '#domain/social/muted.ts';

/** Whether a search found nothing at all. */
export const isNothing = ({ people, notes, hashtags }: SearchData): boolean =>
  people.length + notes.length + hashtags.length === 0;

/** What is shown of what was found: no muted notes. People stay, also muted ones: who looks for them may want to unmute them. */
export const foundShown = (found: SearchData, muted: Mutes): SearchData => ({
  ...found,
  notes: found.notes.filter((note) => !isHidden(muted, note)),
});
