import { THREAD_INDENT_MAX } from '#domain/thread/thread-limits.ts';
import type { ThreadData } from '#domain/cache/query-keys.ts';
import { isHidden, type Mutes } from '#domain/social/muted.ts';
import { buildThread, shownCount, type ThreadNode, type ThreadPlace } from '#domain/thread/thread-tree.ts';

/** One reply of a thread as a line of a flat list. */
export type ThreadRow = ThreadPlace & {
  /** steps of indent, THREAD_INDENT_MAX at most */
  readonly indent: number;
  /** whether the next row answers this one */
  readonly continues: boolean;
  /** how many of the rows below answer it, also indirectly */
  readonly replies: number;
};

/** How many replies each of these nodes has that are shown, also indirect ones; they stand as the rows do. */
const repliesBelow = (nodes: readonly ThreadNode[]): readonly number[] => {
  /** by depth, of the nodes after this one up to the next that is less deep */
  const below: number[] = [];
  return nodes
    .toReversed()
    .map((node) => {
      const count = below[node.depth + 1] ?? 0;
      below[node.depth + 1] = 0;
      below[node.depth] = (below[node.depth] ?? 0) + count + shownCount([node]);
      return count;
    })
    .toReversed();
};

/** The replies from top to bottom, each followed by the replies to it. Without recursion: a thread may be deep. */
export const threadRows = (replies: readonly ThreadNode[]): readonly ThreadRow[] => {
  const nodes: ThreadNode[] = [];
  const stack = replies.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    nodes.push(node);
    for (const reply of node.replies.toReversed()) stack.push(reply);
  }
  const counts = repliesBelow(nodes);
  return nodes.map(({ id, note, depth, replies: own }, index) => ({
    id,
    note,
    indent: Math.min(depth, THREAD_INDENT_MAX),
    continues: own.length > 0,
    replies: counts[index]!,
  }));
};

/** How many replies to the note, also indirect ones, are known and not muted. */
export const replyCount = (data: ThreadData, noteId: string, muted: Mutes): number =>
  shownCount(threadRows(buildThread(data, noteId, { isHidden: (note) => isHidden(muted, note) }).replies));
