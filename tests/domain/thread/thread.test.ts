import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { noteFromEvent, type Note } from '#domain/note/note.ts';
import { THREAD_MAX_DEPTH } from '#domain/protocol/protocol-limits.ts';
import { isReply, threadRefs } from '#domain/thread/thread.ts';
import { buildThread, shownNote, type ThreadNode, type ThreadPlace } from '#domain/thread/thread-tree.ts';

import { fakeEvent, hex, hostileEvent } from '#tests/support/fake-events.ts';

const ids = (tags: string[][], content = '') => {
  const refs = threadRefs(fakeEvent({ tags, content }));
  return {
    root: refs.root?.id,
    parent: refs.parent?.id,
    mentions: refs.mentions.map(({ id }) => id),
    quotes: refs.quotes.map(({ id }) => id),
  };
};
const none = { root: undefined, parent: undefined, mentions: [], quotes: [] };
const [A, B, C, D] = [hex(11), hex(12), hex(13), hex(14)] as const;

describe('references (NIP-10)', () => {
  it('reads marked e tags in any order', () => {
    expect(
      ids([
        ['e', B, '', 'reply'],
        ['e', C, '', 'mention'],
        ['e', A, '', 'root'],
      ]),
    ).toEqual({
      ...none,
      root: A,
      parent: B,
      mentions: [C],
    });
  });

  it('takes the root for the parent of a direct reply', () => {
    expect(ids([['e', A, '', 'root']])).toEqual({ ...none, root: A, parent: A });
  });

  it('takes the parent for the root when only a reply is marked', () => {
    expect(ids([['e', A, '', 'reply']])).toEqual({ ...none, root: A, parent: A });
  });

  it('reads positional e tags', () => {
    expect(ids([['e', A]])).toEqual({ ...none, root: A, parent: A });
    expect(
      ids([
        ['e', A],
        ['e', B],
      ]),
    ).toEqual({ ...none, root: A, parent: B });
    expect(
      ids([
        ['e', A],
        ['e', B],
        ['e', C],
        ['e', D],
      ]),
    ).toEqual({ ...none, root: A, parent: D, mentions: [B, C] });
  });

  it('takes mentions, cited tags and quotes for no parents', () => {
    expect(ids([['e', A, '', 'mention']])).toEqual({ ...none, mentions: [A] });
    expect(ids([['e', A]], 'see #[0]')).toEqual({ ...none, mentions: [A] });
    expect(
      ids([
        ['q', A],
        ['e', A],
      ]),
    ).toEqual({ ...none, quotes: [A] });
    expect(ids([['q', A, 'wss://r.example', B]])).toEqual({ ...none, quotes: [A] });
  });

  it('keeps relay hints and authors', () => {
    const tags = [
      ['e', A, 'wss://R.example/', 'root', B],
      ['e', C, '', D],
    ];
    const refs = threadRefs(fakeEvent({ tags }));
    expect(refs.root).toEqual({ id: A, relays: ['wss://r.example'], author: B });
    expect(refs.mentions).toEqual([{ id: C, relays: [], author: D }]);
  });

  it('ignores broken ids and references to itself', () => {
    expect(ids([['e', 'nonsense', '', 'root'], ['e'], ['e', hex(1)]])).toEqual(none);
  });

  it('[FEED-05] tells replies from notes that only mention or quote', () => {
    expect(isReply(fakeEvent({ tags: [['e', A]] }))).toBe(true);
    expect(isReply(fakeEvent({ tags: [['e', A, '', 'mention']] }))).toBe(false);
    expect(isReply(fakeEvent({ tags: [['q', A]] }))).toBe(false);
    expect(isReply(fakeEvent({ kind: 7, tags: [['e', A]] }))).toBe(false);
  });

  it('are read from any event', () => {
    fc.assert(
      fc.property(hostileEvent, (event) => {
        const { root, parent } = threadRefs(event);
        expect(root === undefined).toBe(parent === undefined);
      }),
    );
  });
});

const note = (id: number, parent?: number, root = 1, at = id): Note =>
  noteFromEvent(
    fakeEvent({
      id: hex(id),
      created_at: at,
      tags:
        parent === undefined
          ? []
          : [['e', hex(root), '', 'root'], ...(parent === root ? [] : [['e', hex(parent), '', 'reply']])],
    }),
    0,
  );

type Shape = number | [number, Shape[]];
const shape = (nodes: readonly ThreadNode[]): Shape[] =>
  nodes.map(({ id, replies }) => (replies.length === 0 ? Number(`0x${id}`) : [Number(`0x${id}`), shape(replies)]));
const flat = (nodes: readonly ThreadNode[]): ThreadNode[] => nodes.flatMap((node) => [node, ...flat(node.replies)]);

it('the place of an event in its thread is read once', () => {
  const reply = fakeEvent({ tags: [['e', hex(9), '', 'reply']] });
  expect(threadRefs(reply)).toBe(threadRefs(reply));
});

describe('a thread', () => {
  const notes = [note(1), note(2, 1), note(3, 1), note(4, 2), note(5, 4), note(6, 2)];
  const data = { rootId: hex(1), notes };

  it('[NOTE-05] is the tree of replies by NIP-10', () => {
    expect(shape(buildThread(data, hex(1)).replies)).toEqual([[2, [[4, [5]], 6]], 3]);
    expect(buildThread(data, hex(1)).replies[0]?.replies[0]?.replies[0]?.depth).toBe(2);
  });

  it('[NOTE-05] shows what lies above a note in the middle, and only what answers it', () => {
    const view = buildThread(data, hex(4));
    expect(view.ancestors.map(({ id }) => id)).toEqual([hex(1), hex(2)]);
    expect(view.focus?.id).toBe(hex(4));
    expect(shape(view.replies)).toEqual([5]);
  });

  it('puts the newest first when asked', () => {
    expect(shape(buildThread(data, hex(1), { order: 'newest' }).replies)).toEqual([3, [2, [6, [4, [5]]]]]);
  });

  it('puts what was zapped most first, at every level, and where nothing is known the oldest', () => {
    const sats = new Map([
      [hex(3), 21],
      [hex(6), 2_100],
    ]);
    const satsOf = (id: string) => sats.get(id) ?? 0;
    const sorted = buildThread(data, hex(1), { order: 'zapped', satsOf }).replies;
    expect(shape(sorted)).toEqual([3, [2, [6, [4, [5]]]]]);
    expect(shape(buildThread(data, hex(1), { order: 'zapped' }).replies)).toEqual(
      shape(buildThread(data, hex(1)).replies),
    );
  });

  it('leaves what is read where it is when older replies come, also those that it answers', () => {
    const late = { rootId: hex(1), notes: [note(1), note(9, 1), note(6, 5), note(7, 1)] };
    expect(shape(buildThread(late, hex(1)).replies)).toEqual([[5, [6]], 7, 9]);
    // 5 turns out to answer 2, which was not there either
    const whole = { rootId: hex(1), notes: [...late.notes, note(2, 1), note(3, 1), note(4, 2), note(5, 2)] };
    expect(shape(buildThread(whole, hex(1)).replies)).toEqual([[2, [4, [5, [6]]]], 3, 7, 9]);
    const kept = [hex(5), hex(6), hex(7)];
    expect(shape(buildThread(whole, hex(1), { kept }).replies)).toEqual([[2, [[5, [6]], 4]], 7, 3, 9]);
  });

  const gapsOf = (places: readonly ThreadPlace[]) => places.map((place) => shownNote(place)?.id ?? place.note);

  it('keeps the place of a missing note that others answer, as an answer to the root', () => {
    const gap = { rootId: hex(1), notes: [note(1), note(5, 4), note(2, 1), note(6, 4)] };
    const { replies } = buildThread(gap, hex(1));
    expect(shape(replies)).toEqual([2, [4, [5, 6]]]);
    expect(gapsOf(flat(replies))).toEqual([hex(2), 'missing', hex(5), hex(6)]);
    expect(shape(buildThread(gap, hex(1), { order: 'newest' }).replies)).toEqual([[4, [6, 5]], 2]);
    expect(gapsOf(buildThread(gap, hex(5)).ancestors)).toEqual([hex(1), 'missing']);
    expect(gapsOf(buildThread({ rootId: hex(1), notes: [note(5, 4)] }, hex(5)).ancestors)).toEqual(['missing']);
  });

  it('keeps the place of a muted note only where something shown answers it; the note that was opened stays', () => {
    const mutes = (...ids: number[]) => ({ isHidden: ({ id }: Note) => ids.map(hex).includes(id) });
    expect(gapsOf(flat(buildThread(data, hex(1), mutes(2, 3)).replies))).toEqual(['muted', hex(4), hex(5), hex(6)]);
    expect(shape(buildThread(data, hex(1), mutes(4, 5, 3)).replies)).toEqual([[2, [6]]]);
    const view = buildThread(data, hex(4), mutes(1, 2, 4));
    expect([view.focus?.id, gapsOf(view.ancestors)]).toEqual([hex(4), ['muted', 'muted']]);
  });

  it('has no focus when the note is missing', () => {
    const view = buildThread({ rootId: hex(1), notes: [] }, hex(1));
    expect(view).toEqual({ ancestors: [], focus: undefined, replies: [] });
  });

  it('survives cycles', () => {
    const cycle = { rootId: hex(1), notes: [note(1, 2, 2), note(2, 1, 1)] };
    const view = buildThread(cycle, hex(1));
    expect([view.ancestors.map(({ id }) => id), view.replies]).toEqual([[hex(2)], []]);
  });

  it('is at most THREAD_MAX_DEPTH deep and loses nothing', () => {
    const chain = [note(1), ...Array.from({ length: 5_000 }, (_, n) => note(n + 2, n + 1))];
    const nodes: ThreadNode[] = [];
    const queue = [...buildThread({ rootId: hex(1), notes: chain }, hex(1)).replies];
    for (const node of queue) {
      nodes.push(node);
      queue.push(...node.replies);
    }
    expect(nodes).toHaveLength(5_000);
    expect(Math.max(...nodes.map(({ depth }) => depth))).toBe(THREAD_MAX_DEPTH - 1);
  });

  it('holds every note at most once, whatever the tags say', () => {
    fc.assert(
      fc.property(fc.array(hostileEvent, { maxLength: 15 }), fc.integer({ min: 1, max: 20 }), (events, focus) => {
        const view = buildThread({ rootId: hex(1), notes: events.map((event) => noteFromEvent(event, 0)) }, hex(focus));
        const shown = [...view.ancestors.map(({ id }) => id), ...flat(view.replies).map((node) => node.id)];
        expect(new Set(shown).size).toBe(shown.length);
        expect(shown).not.toContain(hex(focus));
      }),
    );
  });
});
