import { useRef, useState } from 'react';
import { composeQuote, composeRepost, isProtected } from '#domain/publish/compose.ts';
import type { Note } from '#domain/note/note.ts';
import { Button } from '#ui/kit/button.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useMyRepost } from '#ui/note/repost-button.tsx';
import { Quote } from '#ui/note/quote.tsx';
import '#ui/note/note.css';
import { useOverlay } from '#ui/overlay.ts';
import { useAct } from '#ui/social/use-act.ts';
import { useActing } from '#ui/system-context.ts';
import { MiningPanel } from './mining-panel.tsx';
import { PostButtons } from './post-buttons.tsx';
import { publishTexts } from '#ui/texts/publish.ts';
import { texts as appTexts } from '#ui/texts/app.ts';
import { usePosting } from './use-posting.ts';
import { useWritten } from './use-written.ts';
import { WithTarget } from './with-target.tsx';
import { WrittenPart } from './written-part.tsx';

const { repost: texts } = publishTexts;

type Kind = 'as it is' | 'with words';

const Kinds = ({ kind, onKind }: { kind: Kind; onKind: (kind: Kind) => void }) => {
  const choice = (value: Kind, icon: IconName, label: string) => (
    <label>
      <input type="radio" name="repost-kind" checked={kind === value} onChange={() => onKind(value)} />
      <Icon name={icon} size="s" />
      {label}
    </label>
  );
  return (
    <fieldset className="seg" role="radiogroup" aria-label={texts.kind}>
      {choice('as it is', 'repost', texts.asItIs)}
      {choice('with words', 'quote', texts.withWords)}
    </fieldset>
  );
};

type PartProps = { note: Note; kind: Kind; onKind: (kind: Kind) => void; onClose: () => void };

/** The note is reposted already: that can be taken back. */
const Reposted = ({ note, kind, onKind, onClose }: PartProps) => {
  const act = useAct();
  const takeBack = () => {
    onClose();
    act('reposts', { type: 'reaction.undo', noteId: note.id }, texts.takeBack);
  };
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{publishTexts.cancel}</Button>
          <Button look="danger" onClick={takeBack}>
            {texts.takeBack}
          </Button>
        </>
      }
    >
      <Kinds kind={kind} onKind={onKind} />
      <p className="hint">{texts.reposted}</p>
      <Quote id={note.id} relays={[]} author={note.pubkey} />
    </Sheet>
  );
};

const AsItIs = ({ note, kind, onKind, onClose }: PartProps) => {
  const { writing } = useActing();
  const posting = usePosting({ title: texts.send, onSafe: onClose });
  const { job, stage, stop, problem } = posting;
  const forbidden = isProtected(note);
  const post = () =>
    posting.post(() => ({
      what: 'repost',
      template: composeRepost(writing.target(note), writing.signature()),
    }));
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={<PostButtons posting={posting} label={texts.send} disabled={forbidden} onPost={post} onCancel={onClose} />}
    >
      <Kinds kind={kind} onKind={onKind} />
      {forbidden ? (
        <Banner tone="warn" icon="shield" title={texts.protected}>
          {texts.protectedWhy}
        </Banner>
      ) : (
        <p className="hint">{texts.asItIsWhy}</p>
      )}
      <Quote id={note.id} relays={[]} author={note.pubkey} />
      <p className="err" role="alert" hidden={problem === ''}>
        <Icon name="alert" size="s" />
        {appTexts.said(problem)}
      </p>
      {job && stage === 'mining' && <MiningPanel job={job} onCancel={stop} />}
    </Sheet>
  );
};

const WithWords = ({ note, kind, onKind, onClose }: PartProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const { writing } = useActing();
  const text = useWritten({
    place: `quote ${note.id}`,
    what: 'quote',
    title: texts.send,
    compose: (written) => composeQuote(written, writing.target(note), writing.signature()),
    required: texts.required,
    onSafe: onClose,
  });
  return (
    <Sheet
      title={texts.title}
      initialFocus={field}
      onClose={onClose}
      foot={<PostButtons posting={text.posting} label={texts.send} onPost={() => text.post()} onCancel={onClose} />}
    >
      <Kinds kind={kind} onKind={onKind} />
      <WrittenPart text={text} field={field} label={texts.label} placeholder={texts.placeholder} />
      <Quote id={note.id} relays={[]} author={note.pubkey} />
    </Sheet>
  );
};

const Repost = ({ note, onClose }: Pick<PartProps, 'note' | 'onClose'>) => {
  const [kind, setKind] = useState<Kind>('as it is');
  const isReposted = useMyRepost(note.id);
  // what is reposted in this sheet is not taken back in it
  const [wasReposted, setWasReposted] = useState(isReposted);
  if (wasReposted === undefined && isReposted !== undefined) setWasReposted(isReposted);
  const Unsaid = wasReposted ? Reposted : AsItIs;
  const Part = kind === 'as it is' ? Unsaid : WithWords;
  return <Part note={note} kind={kind} onKind={setKind} onClose={onClose} />;
};

/** A repost, as the note is or with words of one's own (`repost={id}`, ROUTE-22, PUB-02 to PUB-05). */
export const RepostSheet = () => {
  const { value = '', close } = useOverlay('repost');
  return (
    <WithTarget id={value} title={texts.title} onClose={close}>
      {(note) => <Repost key={note.id} note={note} onClose={close} />}
    </WithTarget>
  );
};
