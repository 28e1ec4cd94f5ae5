import { useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Suspense, useEffect } from 'react';
import type { EventRef } from '#domain/protocol/event.ts';
import type { Note } from '#domain/note/note.ts';
import { lazyView } from '#ui/kit/later.ts';
import { RetryButton } from '#ui/kit/retry-button.tsx';
import { NoteSkeletons } from '#ui/kit/skeleton.tsx';
import { MissingNote } from '#ui/note/note-problem.tsx';
import { useNote, useThread } from '#ui/queries.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useArea } from '#ui/system-context.ts';
import { threadTexts } from '#ui/texts/thread.ts';
import { WithReplyField } from './reply-field.tsx';
import { ThreadView } from './thread-view.tsx';

const NoRelays = lazyView(() => import('#ui/relays/no-relays.tsx'), 'NoRelays');

const TAGS = ['not found', 'no relays', 'offline', 'partial', 'loading'] as const;

/** How the conversation around this note stands: the first of the tags that holds. */
const useProgress = (id: string): (typeof TAGS)[number] | 'complete' =>
  useSelector(useArea('thread'), (snapshot) => {
    if (snapshot.context.id !== id) return 'loading';
    return TAGS.find((tag) => snapshot.hasTag(tag)) ?? 'complete';
  });

/** Keeps the conversation open and live; one at a time, so a screen waits while a sheet shows another one. */
const useOpenThread = ({ id, relays, author }: EventRef, waits: boolean): void => {
  const thread = useArea('thread');
  useEffect(() => {
    if (waits) return undefined;
    thread.send({ type: 'thread.open', id, relays, author });
    return () => thread.send({ type: 'thread.close' });
    // the hints of the same note never change
    // oxlint-disable-next-line react/exhaustive-deps
  }, [thread, id, waits]);
};

const Incomplete = ({ onRetry }: { onRetry: () => void }) => (
  <output className="th__more row">
    <span className="grow c-3 t-sm">{threadTexts.partial}</span>
    <RetryButton look="line" size="s" onRetry={onRetry} />
  </output>
);

type StateProps = { note: EventRef; notes: readonly Note[]; onRetry: () => void };

/** What is loaded of a conversation, or why there is nothing. */
const Loaded = ({ note, notes, onRetry }: StateProps) => {
  const progress = useProgress(note.id);
  const { data } = useThread(note.id);
  if (notes.length === 0) {
    if (data === null && progress === 'complete') return <MissingNote why={threadTexts.deletedWhy} onRetry={onRetry} />;
    if (progress === 'not found') return <MissingNote why={threadTexts.missingWhy} onRetry={onRetry} />;
    if (progress === 'offline') return <MissingNote why={threadTexts.unreachableWhy} onRetry={onRetry} />;
    if (progress === 'no relays')
      return (
        <Suspense>
          <NoRelays onRetry={onRetry} />
        </Suspense>
      );
    return <NoteSkeletons count={4} />;
  }
  const incomplete = ['partial', 'offline', 'no relays'].includes(progress);
  return (
    <ThreadView
      notes={notes}
      rootId={data?.rootId ?? note.id}
      focusId={note.id}
      loading={progress === 'loading'}
      foot={incomplete && <Incomplete onRetry={onRetry} />}
    />
  );
};

/**
 * The conversation around a note with its states. Shows the note as soon as it is known, the rest as it comes. A reply that
 * was begun stays when the note goes.
 */
export const Conversation = ({ note, sheet = false }: { note: EventRef; sheet?: boolean }) => {
  const { thread: overlay }: AppSearch = useSearch({ strict: false });
  useOpenThread(note, !sheet && overlay !== undefined);
  const thread = useArea('thread');
  const { data } = useThread(note.id);
  const known = useNote(note.id, note.relays).data;
  const notes = data?.notes ?? (known ? [known] : []);
  return (
    <WithReplyField note={notes.find(({ id }) => id === note.id)}>
      <Loaded note={note} notes={notes} onRetry={() => thread.send({ type: 'thread.refresh' })} />
    </WithReplyField>
  );
};
