import { useSearch } from '@tanstack/react-router';
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { Note } from '#domain/note/note.ts';
import { firstWords } from '#domain/publish/first-words.ts';
import { lazyView } from '#ui/kit/later.ts';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useNameInText } from '#ui/name-in-text.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { replyPlace, useBegunText } from '#ui/publish/use-is-begun.ts';
import { useScreenAct } from '#ui/session/use-login-gate.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useAccount, useSystem } from '#ui/system-context.ts';
import { threadTexts as texts } from '#ui/texts/thread.ts';
import { AnsweringContext, useAnswer } from '#ui/social/answering.ts';

const ReplyForm = lazyView(() => import('./reply-form.tsx'), 'default');

const Bar = ({ children }: { children: ReactNode }) => {
  const { pubkey } = useAccount();
  useRootMark('reply-closed');
  return (
    <div className="rpf rpf--closed">
      {pubkey !== undefined && <PersonAvatar pubkey={pubkey} size="s" />}
      {children}
    </div>
  );
};

const Closed = ({ note, focused }: { note: Note; focused: boolean }) => {
  const label = texts.answer(useNameInText(note.pubkey));
  const begun = firstWords(useBegunText(replyPlace(note)) ?? '');
  const answer = useAnswer();
  return (
    <Bar>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it had the focus as a field */}
      <button type="button" className="replybox" autoFocus={focused} onClick={() => answer(note)}>
        <span className="clip">
          {begun === '' ? (
            label
          ) : (
            <>
              <VisuallyHidden>{label} </VisuallyHidden>
              {texts.draft} <bdi className="replybox__draft">{begun}</bdi>
            </>
          )}
        </span>
      </button>
    </Bar>
  );
};

type WaitingProps = {
  note: Note;
  /** Tells what was typed before the form could not be loaded. */
  typed: () => string;
  onType: (text: string) => void;
};

/** Takes what is typed while the form is on its way: else these letters would be shortcuts. */
const Waiting = ({ note, typed, onType }: WaitingProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const takeUp = useEffectEvent(() => (field.current!.value = typed()));
  useLayoutEffect(() => void takeUp(), []);
  const label = texts.answer(useNameInText(note.pubkey));
  return (
    <Bar>
      <textarea
        ref={field}
        className="input"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just asked for by a press
        autoFocus
        dir="auto"
        rows={1}
        aria-label={label}
        placeholder={label}
        onChange={(event) => onType(event.target.value)}
      />
    </Bar>
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
  const early = useRef('');
  const takeEarly = () => {
    const typed = early.current;
    early.current = '';
    return typed;
  };
  const field = useId();
  const answering = useMemo(() => ({ to, field }), [to, field]);
  useScreenAct('reply.begin', (asked) => {
    if (asked.field !== field) return;
    if (asked.note.id !== to?.id) early.current = '';
    setTo(asked.note);
    setWasOpen(true);
  });
  useTellBegun(field, to !== undefined);
  const waiting = to && (
    <Waiting key={to.id} note={to} typed={() => early.current} onType={(text) => (early.current = text)} />
  );
  const closed = note && <Closed note={note} focused={wasOpen} />;
  return (
    <AnsweringContext value={answering}>
      {children}
      {to === undefined || reply !== undefined ? (
        closed
      ) : (
        <ErrorBoundary>
          <Suspense fallback={waiting}>
            <ReplyForm key={to.id} note={to} takeEarly={takeEarly} onDone={() => setTo(undefined)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </AnsweringContext>
  );
};
