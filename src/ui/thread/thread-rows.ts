import { THREAD_INDENT_MAX } from '#domain/thread/thread-limits.ts';
import type { Note } from '#domain/note/note.ts';
import type { ThreadData } from '#domain/cache/query-keys.ts';
import { notesWithout, type Mutes } from '#domain/social/muted.ts';
import { buildThread, type ThreadNode } from '#domain/thread/thread-tree.ts';

/** One reply of a thread as a line of a flat list. */
export type ThreadRow = {
  readonly note: Note;
  /** steps of indent, THREAD_INDENT_MAX at most */
  readonly indent: number;
  /** whether the next row answers this one */
  readonly continues: boolean;
};

/** The replies from top to bottom, each followed by the replies to it. Without recursion: a thread may be deep. */
export const threadRows = (replies: readonly ThreadNode[]): readonly ThreadRow[] => {
  const rows: ThreadRow[] = [];
  const stack = replies.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const indent = Math.min(node.depth, THREAD_INDENT_MAX);
    rows.push({ note: node.note, indent, continues: node.replies.length > 0 });
    for (const reply of node.replies.toReversed()) stack.push(reply);
  }
  return rows;
};

/** How many replies to the note, also indirect ones, are known and not muted. */
export const replyCount = ({ notes, rootId }: ThreadData, noteId: string, muted: Mutes): number =>
  threadRows(buildThread({ notes: notesWithout(muted, notes, noteId), rootId }, noteId).replies).length;
