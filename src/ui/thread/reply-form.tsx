import { useEffect, useId, useRef, type KeyboardEvent, type RefObject } from 'react';
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
import { aboutSeconds } from '#ui/pow/about-seconds.ts';
import { ChooseWork, useWorkSeconds } from '#ui/publish/choose-work.tsx';
import { PicturePanel, SecretWarning } from '#ui/publish/composer.tsx';
import { useWorkPolicy } from '#ui/publish/composing.ts';
import { MiningPanel } from '#ui/publish/mining-panel.tsx';
import { PanelButton } from '#ui/publish/panel-button.tsx';
import { PostButton } from '#ui/publish/post-buttons.tsx';
import { TextField } from '#ui/publish/text-field.tsx';
import { placeCaret, replaced, wordBegun } from '#ui/publish/text-edit.ts';
import { useWritten, type WrittenText } from '#ui/publish/use-written.ts';
import { useDisplayName } from '#ui/queries.ts';
import { useAccount, useActing, useSystem } from '#ui/system-context.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import { powTexts } from '#ui/texts/pow.ts';
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

/** in seconds */
const WORTH_TELLING = 0.1;

const WorkTime = ({ bits }: { bits: number }) => {
  const seconds = useWorkSeconds(bits);
  return (
    <span className="num">
      {seconds !== undefined && seconds >= WORTH_TELLING && `${powTexts.about} ${aboutSeconds(seconds)}`}
    </span>
  );
};

type ActsProps = { note: Note; text: WrittenText; onMention: () => void };

const Tools = ({ note, text: { draft, panel, onPanel }, onMention }: ActsProps) => {
  const open = useOpenOverlay();
  const policy = useWorkPolicy();
  const bits = draft.bits ?? policy.bits;
  return (
    <>
      <PanelButton name="picture" icon="image" label={publishTexts.tools.picture} panel={panel} onPanel={onPanel} />
      <IconButton icon="at" label={publishTexts.tools.mention} onClick={onMention} />
      <PanelButton
        name="work"
        icon="nut"
        label={`${publishTexts.work.title}: ${publishTexts.work.chip(bits)}`}
        panel={panel}
        onPanel={onPanel}
      />
      <IconButton icon="pen" label={threadTexts.largeEditor} onClick={() => open({ reply: note.id })} />
      <WorkTime bits={bits} />
    </>
  );
};

const Acts = ({ busy, ...props }: ActsProps & { busy: boolean }) => {
  const { posting, post } = props.text;
  return (
    <div className="rpf__acts">
      {busy ? <span className="num" /> : <Tools {...props} />}
      <PostButton posting={posting} label={texts.send} onPost={() => post()} />
    </div>
  );
};

/** What a tool asks for, above the tools. */
const OpenPanel = ({ text, field }: { text: WrittenText; field: RefObject<HTMLTextAreaElement | null> }) => {
  const { draft, panel, onPanel, onEdit } = text;
  if (panel === 'picture') return <PicturePanel draft={draft} field={field} onPanel={onPanel} onEdit={onEdit} />;
  return panel === 'work' && <ChooseWork chosen={draft.bits} onChoose={(bits) => onEdit({ bits })} />;
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
  const closePanel = () => {
    text.onPanel(undefined);
    field.current?.focus();
  };
  // only the field closes, not what it stands in
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (busy) posting.stop();
    else if (text.panel !== undefined) closePanel();
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
      {!busy && <OpenPanel text={text} field={field} />}
      <Acts note={note} text={text} busy={busy} onMention={mention} />
    </form>
  );
};

export default ReplyForm;
