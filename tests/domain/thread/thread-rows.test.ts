import { describe, expect, it } from 'vitest';

import { THREAD_INDENT_MAX } from '#domain/thread/thread-limits.ts';
import { noteFromEvent, type Note } from '#domain/note/note.ts';
import { buildThread, shownCount } from '#domain/thread/thread-tree.ts';
import { replyCount, threadRows, type ThreadRow } from '#ui/thread/thread-rows.ts';

const idOf = (index: number): string => index.toString(16).padStart(64, '0');
const note = (index: number, parent?: number): Note =>
  noteFromEvent(
    {
      id: idOf(index),
      pubkey: 'a'.repeat(64),
      created_at: 1_000 + index,
      kind: 1,
      tags: parent === undefined ? [] : [['e', idOf(parent), '', parent === 0 ? 'root' : 'reply']],
      content: `Note ${index}`,
      sig: '',
    },
    0,
  );
/** 'indent content', of what is not shown why */
const lineOf = ({ note: shown, indent }: ThreadRow): string =>
  `${indent} ${typeof shown === 'string' ? shown : shown.content}`;
const rowsOf = (notes: readonly Note[]) => threadRows(buildThread({ rootId: idOf(0), notes }, idOf(0)).replies);

describe('threadRows', () => {
  it('[NOTE-05] puts each reply right below what it answers', () => {
    const rows = rowsOf([note(0), note(1, 0), note(2, 0), note(3, 1), note(4, 3)]);
    expect(rows.map(lineOf)).toEqual(['0 Note 1', '1 Note 3', '2 Note 4', '0 Note 2']);
    expect(rows.map(({ continues }) => continues)).toEqual([true, true, false, false]);
    expect(rows.map(({ replies }) => replies)).toEqual([2, 1, 0, 0]);
  });

  it('stops indenting deep threads and survives thousands of levels', () => {
    const notes = Array.from({ length: 3_000 }, (_, index) => note(index, index === 0 ? undefined : index - 1));
    const rows = rowsOf(notes);
    expect(rows).toHaveLength(2_999);
    expect(Math.max(...rows.map(({ indent }) => indent))).toBe(THREAD_INDENT_MAX);
  });

  it('counts replies to replies', () => {
    expect(replyCount({ rootId: idOf(0), notes: [note(0), note(1, 0), note(2, 1)] }, idOf(0), new Set())).toBe(2);
    expect(replyCount({ rootId: idOf(0), notes: [note(0)] }, idOf(0), new Set())).toBe(0);
  });

  it('counts no place of a note that is muted or missing', () => {
    const [muted, missing] = ['muted', 'missing'] as const;
    expect(
      shownCount([
        { id: idOf(1), note: muted },
        { id: idOf(2), note: note(2) },
        { id: idOf(3), note: missing },
      ]),
    ).toBe(1);
  });

  it('does not count replies of muted people', () => {
    const muted = 'b'.repeat(64);
    const notes = [note(0), note(1, 0), { ...note(2, 0), pubkey: muted }];
    expect(replyCount({ rootId: idOf(0), notes }, idOf(0), new Set([muted]))).toBe(1);
    expect(replyCount({ rootId: idOf(2), notes: [{ ...note(2), pubkey: muted }] }, idOf(2), new Set([muted]))).toBe(0);
  });

  it('keeps the place of a muted note that somebody answers, and counts what is shown', () => {
    const muted = 'b'.repeat(64);
    const notes = [note(0), { ...note(1, 0), pubkey: muted }, note(2, 1), note(3, 0)];
    const { replies } = buildThread({ rootId: idOf(0), notes }, idOf(0), {
      isHidden: ({ pubkey }) => pubkey === muted,
    });
    const rows = threadRows(replies);
    expect(rows.map(lineOf)).toEqual(['0 muted', '1 Note 2', '0 Note 3']);
    expect(rows.map((row) => row.replies)).toEqual([1, 0, 0]);
    expect(replyCount({ rootId: idOf(0), notes }, idOf(0), new Set([muted]))).toBe(2);
  });
});
