import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react';
import { previewText } from '#domain/note/preview-text.ts';
import { REPLY_CONTEXT_CHARACTERS } from '#domain/feed/feed-limits.ts';
import type { Note } from '#domain/note/note.ts';
import { Around } from '#ui/kit/around.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { viewOf } from '#ui/note/note-view.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { aboutSeconds } from '#ui/pow/about-seconds.ts';
import { ChooseWork, useWorkSeconds } from '#ui/publish/choose-work.tsx';
import { beginWord, DraftPictures, DraftWarning, PicturePanel } from '#ui/publish/composer.tsx';
import { useWorkPolicy } from '#ui/publish/write-policy.ts';
import { MiningNow } from '#ui/publish/mining-now.tsx';
import { PanelButton } from '#ui/publish/panel-button.tsx';
import { PostButton } from '#ui/publish/post-buttons.tsx';
import { typeOn } from '#ui/publish/text-edit.ts';
import type { OpenComposer } from '#ui/publish/with-composer.tsx';
import { WithReply } from '#ui/publish/with-reply.tsx';
import { WrittenText } from '#ui/publish/written-text.tsx';
import { useDisplayName, useNote } from '#ui/queries.ts';
import { useAccount } from '#ui/system-context.ts';
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
        {said !== '' && (
          <>
            : <bdi>{said}</bdi>
          </>
        )}
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

type FormProps = { note: Note; composer: OpenComposer; field: RefObject<HTMLTextAreaElement | null> };

const Tools = ({ note, composer, field }: FormProps) => {
  const open = useOpenOverlay();
  const policy = useWorkPolicy();
  const isThere = useNote(note.id).data !== null;
  const bits = composer.draft.bits ?? policy.bits;
  const work = `${publishTexts.work.title}: ${publishTexts.work.chip(bits)}`;
  return (
    <>
      <PanelButton composer={composer} name="picture" icon="image" label={publishTexts.tools.picture} />
      <IconButton icon="at" label={publishTexts.tools.mention} onClick={() => beginWord(field, '@')} />
      <PanelButton composer={composer} name="work" icon="nut" label={work} />
      {isThere && <IconButton icon="pen" label={threadTexts.largeEditor} onClick={() => open({ reply: note.id })} />}
      <WorkTime bits={bits} />
    </>
  );
};

/** What a tool asks for, above the tools. */
const OpenPanel = ({ composer, field }: Pick<FormProps, 'composer' | 'field'>) => {
  const { draft, panel, edit } = composer;
  if (panel === 'picture') return <PicturePanel composer={composer} field={field} />;
  return panel === 'work' && <ChooseWork chosen={draft.bits} onChoose={(bits) => edit({ bits })} />;
};

type Props = {
  note: Note;
  /** Gives over what was typed before this was there. */
  takeEarly: () => string;
  onDone: () => void;
};

const Form = ({ note, takeEarly, onDone, composer }: Props & { composer: OpenComposer }) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const { busy, stops, panel, send } = composer;
  const { pubkey = '' } = useAccount();
  const begin = useEffectEvent(() => {
    const shown = field.current!;
    shown.focus();
    typeOn(shown, takeEarly());
  });
  useEffect(() => {
    begin();
    document.querySelector('.note--to, .tn--to')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const closePanel = () => {
    send({ type: 'panel.close' });
    field.current?.focus();
  };
  // only the field closes, not what it stands in
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (stops) send({ type: 'composer.stop' });
    else if (panel !== undefined) closePanel();
    else onDone();
  };
  const part = { composer, field };
  useRootMark('reply-open');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes
    <form className="rpf" aria-label={texts.send} onKeyDown={leave} onSubmit={(event) => event.preventDefault()}>
      <To note={note} />
      <div className="rpf__in">
        <PersonAvatar pubkey={pubkey} size="s" />
        <WrittenText {...part} label={texts.label} placeholder={texts.placeholder} />
      </div>
      <DraftWarning draft={composer.draft} />
      <DraftPictures {...part} />
      <MiningNow composer={composer} />
      {!busy && <OpenPanel {...part} />}
      <div className="rpf__acts">
        {busy ? <span className="num" /> : <Tools note={note} {...part} />}
        <PostButton composer={composer} label={texts.send} />
      </div>
    </form>
  );
};

/** Answers a note of the thread without leaving it; the draft is that of the large editor, and both keep it. */
const ReplyForm = (props: Props) => (
  <WithReply note={props.note} onSafe={props.onDone}>
    {(composer) => <Form {...props} composer={composer} />}
  </WithReply>
);

export default ReplyForm;
