import { mediaIn } from '#domain/note/media.ts';
import type { Draft } from './draft.ts';

/** A draft without the descriptions of pictures and videos that are not in its text, for which nobody sees a field. */
export const inUse = (draft: Draft): Draft => {
  if (!draft.alts?.length) return draft;
  const shown = new Set(mediaIn({ content: draft.text, tags: [] }).map(({ url }) => url));
  return { ...draft, alts: draft.alts.filter(({ url }) => shown.has(url)) };
};
