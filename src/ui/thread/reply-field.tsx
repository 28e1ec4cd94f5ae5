import { useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import type { Note } from '#domain/note/note.ts';
import { lazyView } from '#ui/kit/later.ts';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useScreenAct } from '#ui/session/use-login-gate.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useAccount, useSystem } from '#ui/system-context.ts';
import { threadTexts as texts } from '#ui/texts/thread.ts';
import { AnsweringContext, useAnswer } from './answering.ts';

const ReplyForm = lazyView(() => import('./reply-form.tsx'), 'default');

const Closed = ({ note, focused }: { note: Note; focused: boolean }) => {
  const { pubkey } = useAccount();
  const name = useNameInText(note.pubkey);
  const answer = useAnswer();
  useRootMark('reply-closed');
  return (
    <div className="rpf rpf--closed">
      {pubkey !== undefined && <PersonAvatar pubkey={pubkey} size="s" />}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it had the focus as a field */}
      <button type="button" className="replybox" autoFocus={focused} onClick={() => answer(note)}>
        <span className="clip">{texts.answer(name)}</span>
      </button>
    </div>
  );
};

/** Tells the composers of a reply before the code of its own is there. */
const useTellBegun = (field: string, isBegun: boolean): void => {
  const { find, later } = useSystem();
  useEffect(() => {
    if (!isBegun) return undefined;
    let isOver = false;
    const begin = () => isOver || find('composers')?.send({ type: 'reply.begin', field });
    void later('acting').then(begin, () => {});
    return () => {
      isOver = true;
      find('composers')?.send({ type: 'reply.end', field });
    };
  }, [find, later, field, isBegun]);
};

type Props = {
  /** the note the thread is about: it is answered unless another one is chosen */
  note: Note | undefined;
  children: ReactNode;
};

/** A thread with its reply field, which the Reply buttons of its notes lead to. */
export const WithReplyField = ({ note, children }: Props) => {
  const [to, setTo] = useState<Note>();
  const [wasOpen, setWasOpen] = useState(false);
  const { reply }: AppSearch = useSearch({ strict: false });
  const field = useId();
  const answering = useMemo(() => ({ to, field }), [to, field]);
  useScreenAct('reply.begin', (asked) => {
    if (asked.field !== field) return;
    setTo(asked.note);
    setWasOpen(true);
  });
  useTellBegun(field, to !== undefined);
  const closed = note && <Closed note={note} focused={wasOpen} />;
  return (
    <AnsweringContext value={answering}>
      {children}
      {to === undefined || reply !== undefined ? (
        closed
      ) : (
        <ErrorBoundary>
          <Suspense fallback={closed}>
            <ReplyForm key={to.id} note={to} onDone={() => setTo(undefined)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </AnsweringContext>
  );
};
