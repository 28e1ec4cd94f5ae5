import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { composeReply } from '#domain/publish/compose.ts';
import { previewText } from '#domain/note/fold.ts';
import { REPLY_CONTEXT_CHARACTERS } from '#domain/feed/feed-limits.ts';
import type { Note } from '#domain/note/note.ts';
import { Around } from '#ui/kit/around.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { viewOf } from '#ui/note/note-view.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { SecretWarning } from '#ui/publish/composer.tsx';
import { MiningPanel } from '#ui/publish/mining-panel.tsx';
import { PostButton } from '#ui/publish/post-buttons.tsx';
import { TextField } from '#ui/publish/text-field.tsx';
import { placeCaret, replaced, wordBegun } from '#ui/publish/text-edit.ts';
import { useWritten, type WrittenText } from '#ui/publish/use-written.ts';
import { useDisplayName } from '#ui/queries.ts';
import { useAccount, useActing, useSystem } from '#ui/system-context.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import { publishTexts } from '#ui/texts/publish.ts';
import { threadTexts } from '#ui/texts/thread.ts';

const { reply: texts } = publishTexts;

const To = ({ note }: { note: Note }) => {
  const name = useDisplayName(note.pubkey);
  const { blocks, cover } = viewOf(note);
  const said = cover === undefined ? previewText(blocks, REPLY_CONTEXT_CHARACTERS, appTexts.note) : '';
  return (
    <p className="rpf__to">
      <Icon name="reply" size="s" />
      <span className="clip">
        <Around parts={threadTexts.answerTo}>
          <b dir="auto">{name}</b>
        </Around>
        {said !== '' && <bdi>: {said}</bdi>}
      </span>
    </p>
  );
};

type ActsProps = { note: Note; text: WrittenText; onMention: () => void };

const Acts = ({ note, text, onMention }: ActsProps) => {
  const open = useOpenOverlay();
  const { posting, post } = text;
  const busy = posting.stage === 'mining' || posting.stage === 'signing';
  return (
    <div className="rpf__acts">
      {!busy && (
        <>
          <IconButton icon="at" label={publishTexts.tools.mention} onClick={onMention} />
          <IconButton icon="pen" label={threadTexts.largeEditor} onClick={() => open({ reply: note.id })} />
        </>
      )}
      <span className="grow" />
      <PostButton posting={posting} label={texts.send} onPost={() => post()} />
    </div>
  );
};

const Mining = ({ text: { posting, post } }: { text: WrittenText }) => {
  const { job, stage, stop } = posting;
  const without = () => {
    stop();
    post(0);
  };
  return (
    <>
      {job && stage === 'mining' && <MiningPanel job={job} onCancel={stop} onWithout={without} />}
      <output className="vh">{stage === 'mining' && publishTexts.mine.begun}</output>
    </>
  );
};

const useReply = (note: Note, onDone: () => void) => {
  const { writing } = useActing();
  const { account } = useSystem();
  return useWritten({
    place: `reply ${note.id}`,
    what: 'reply',
    title: texts.send,
    compose: (written) => composeReply(written, writing.target(note), account.get().pubkey ?? '', writing.signature()),
    onSafe: onDone,
  });
};

type Props = { note: Note; onDone: () => void };

/** Answers a note of the thread without leaving it; the draft is that of the large editor, and both keep it. */
const ReplyForm = ({ note, onDone }: Props) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  const text = useReply(note, onDone);
  const { pubkey = '' } = useAccount();
  const { draft, posting, post, onEdit, problem } = text;
  const busy = posting.stage === 'mining' || posting.stage === 'signing';
  useEffect(() => {
    placeCaret(field, field.current?.value.length ?? 0);
    document.querySelector('.note--to, .tn--to')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const mention = () => {
    const { selectionStart = draft.text.length, selectionEnd = draft.text.length } = field.current ?? {};
    const edit = replaced(draft.text, [selectionStart, selectionEnd], wordBegun(draft.text, selectionStart, '@'));
    onEdit({ text: edit.text });
    placeCaret(field, edit.caret);
  };
  // only the field closes, not what it stands in
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (busy) posting.stop();
    else onDone();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes
    <form className="rpf" aria-label={texts.send} onKeyDown={leave} onSubmit={(event) => event.preventDefault()}>
      <To note={note} />
      <div className="rpf__in">
        <PersonAvatar pubkey={pubkey} size="s" />
        <div className="field">
          <TextField
            draft={draft}
            field={field}
            label={texts.label}
            placeholder={texts.placeholder}
            disabled={busy}
            problemId={problem === '' ? undefined : problemId}
            onEdit={onEdit}
            onSubmit={() => post()}
          />
          <p className="err" id={problemId} role="alert" hidden={problem === ''}>
            <Icon name="alert" size="s" />
            {appTexts.said(problem)}
          </p>
        </div>
      </div>
      <SecretWarning draft={draft} />
      <Mining text={text} />
      <Acts note={note} text={text} onMention={mention} />
    </form>
  );
};

export default ReplyForm;
