import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { isProtected } from '#domain/publish/compose.ts';
import type { Note } from '#domain/note/note.ts';
import { Button } from '#ui/kit/button.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Icon, type IconName } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useMyRepost } from '#ui/note/repost-button.tsx';
import { Quote } from '#ui/note/quote.tsx';
import { useOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useGatedAct } from '#ui/social/use-act.ts';
import { MiningPanel } from './mining-panel.tsx';
import { PostButtons } from './post-buttons.tsx';
import { publishTexts } from '#ui/texts/publish.ts';
import { quotePlace, useIsBegun } from './use-is-begun.ts';
import { PostingProblem } from './posting-problem.tsx';
import { Target } from './target.tsx';
import { WithComposer, type OpenComposer } from './with-composer.tsx';
import { WithTarget } from '#ui/note/with-target.tsx';
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
  const act = useGatedAct();
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

type ComposedProps = PartProps & { composer: OpenComposer };

const AsItIsSheet = ({ note, kind, onKind, onClose, composer }: ComposedProps) => {
  const { job, stage, send } = composer;
  const forbidden = isProtected(note);
  return (
    <Sheet
      title={texts.title}
      onClose={onClose}
      foot={<PostButtons composer={composer} label={texts.send} disabled={forbidden} onCancel={onClose} />}
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
      <PostingProblem composer={composer} />
      {job && stage === 'mining' && <MiningPanel job={job} onCancel={() => send({ type: 'composer.stop' })} />}
    </Sheet>
  );
};

const AsItIs = (props: PartProps) => (
  <WithComposer subject={{ what: 'repost', note: props.note }} title={texts.send} onSafe={props.onClose}>
    {(composer) => <AsItIsSheet {...props} composer={composer} />}
  </WithComposer>
);

const WithWordsSheet = ({ note, kind, onKind, onClose, composer }: ComposedProps) => {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Sheet
      title={texts.title}
      initialFocus={field}
      onClose={onClose}
      foot={<PostButtons composer={composer} label={texts.send} onCancel={onClose} />}
    >
      <Kinds kind={kind} onKind={onKind} />
      <WrittenPart composer={composer} field={field} label={texts.label} placeholder={texts.placeholder} />
      <Target note={note} />
    </Sheet>
  );
};

const WithWords = (props: PartProps) => (
  <WithComposer
    subject={{ what: 'quote', note: props.note }}
    place={quotePlace(props.note)}
    title={texts.send}
    onSafe={props.onClose}
  >
    {(composer) => <WithWordsSheet {...props} composer={composer} />}
  </WithComposer>
);

const Repost = ({ note, onClose }: Pick<PartProps, 'note' | 'onClose'>) => {
  const { quote }: AppSearch = useSearch({ strict: false });
  // words that were begun earlier are seen at once
  const isBegun = useIsBegun()(quotePlace(note));
  const [kind, setKind] = useState<Kind>(quote || isBegun ? 'with words' : 'as it is');
  const isReposted = useMyRepost(note.id);
  // what is reposted in this sheet is not taken back in it
  const [wasReposted, setWasReposted] = useState(isReposted);
  if (wasReposted === undefined && isReposted !== undefined) setWasReposted(isReposted);
  const Unsaid = wasReposted ? Reposted : AsItIs;
  const Part = kind === 'as it is' ? Unsaid : WithWords;
  return <Part note={note} kind={kind} onKind={setKind} onClose={onClose} />;
};

/** A repost, as the note is or with words of one's own (`repost={id}`, with words from the start `&quote`; ROUTE-22, PUB-02 to PUB-05). */
export const RepostSheet = () => {
  const { value = '', close } = useOverlay('repost');
  const isBegun = useIsBegun();
  return (
    <WithTarget id={value} title={texts.title} onClose={close} isBegun={(note) => isBegun(quotePlace(note))}>
      {(note) => <Repost key={note.id} note={note} onClose={close} />}
    </WithTarget>
  );
};
