import { parseContent, type Block } from '#domain/note/content.ts';
import type { EventRef } from '#domain/protocol/event.ts';
import { foldBlocks } from '#domain/note/fold.ts';
import type { Media } from '#domain/note/media.ts';
import type { Note } from '#domain/note/note.ts';
import { coverOf, type Cover } from '#domain/feed/nsfw.ts';
import { committedPow } from '#domain/pow/pow.ts';
import { threadRefs } from '#domain/thread/thread.ts';

/** What a card needs to know of a note, worked out once. */
export type NoteView = {
  readonly blocks: readonly Block[];
  /** the first lines, when the note is long */
  readonly folded: readonly Block[] | undefined;
  readonly pictures: readonly Media[];
  readonly videos: readonly Media[];
  readonly cover: Cover | undefined;
  readonly pow: number | undefined;
  readonly parent: EventRef | undefined;
};

const makeView = (note: Note): NoteView => {
  const blocks = parseContent(note);
  return {
    blocks,
    folded: foldBlocks(blocks),
    pictures: blocks.flatMap((block) => (block.type === 'images' ? block.images : [])),
    videos: blocks.flatMap((block) => (block.type === 'video' ? [block.video] : [])),
    cover: coverOf(note),
    pow: committedPow(note),
    parent: threadRefs(note).parent,
  };
};

const views = new WeakMap<Note, NoteView>();

/** The view of a note; parsed at the first call, as long as the note lives. */
export const viewOf = (note: Note): NoteView => {
  const known = views.get(note);
  if (known !== undefined) return known;
  const view = makeView(note);
  views.set(note, view);
  return view;
};
