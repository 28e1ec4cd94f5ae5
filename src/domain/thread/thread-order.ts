import { byText } from '#domain/by-text.ts';
import type { Note } from '#domain/note/note.ts';

/** The orders of replies, in which they take turns: a conversation opens with the first. */
export const THREAD_ORDERS = ['oldest', 'newest', 'zapped'] as const;
export type ThreadOrder = (typeof THREAD_ORDERS)[number];

/** What a reply was zapped, in sats, as far as it is known. */
export type SatsOf = (noteId: string) => number;

/** Which of two replies comes first. */
export const inOrder = (order: ThreadOrder, satsOf: SatsOf) => (a: Note, b: Note) => {
  const bySats = order === 'zapped' ? satsOf(b.id) - satsOf(a.id) : 0;
  const byTime = order === 'newest' ? b.created_at - a.created_at : a.created_at - b.created_at;
  return bySats || byTime || byText(a.id, b.id);
};
