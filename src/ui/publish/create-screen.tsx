import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { SecretKind } from '#domain/session/leaked-secret.ts';
import { BackButton } from '#ui/kit/back-button.tsx';
import { Banner } from '#ui/kit/banner.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Modal } from '#ui/kit/modal.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useBack } from '#ui/navigation.ts';
import { Page } from '#ui/kit/page.tsx';
import { useAccount } from '#ui/system-context.ts';
import { Drafts } from './drafts.tsx';
import { Writer } from './early-note.tsx';
import { takeEarlyText, wasEarlyAt } from './early-text.ts';
import { PostButton } from './post-buttons.tsx';
import { whole } from '#ui/texts/formats.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import { sharedTexts } from '#ui/texts/shared.ts';
import { SharedText } from './shared-text.tsx';
import { typeOn } from './text-edit.ts';
import { WithComposer, type OpenComposer } from './with-composer.tsx';
import { useNoteTargets } from './write-policy.ts';
import { WrittenPart } from './written-part.tsx';
import './publish.css';

const lengthOf = (text: string): number => Array.from(text).length;

/** How long the text is, or by how much it is too long. */
const Length = ({ text, excess }: { text: string; excess: number }) =>
  excess > 0 ? (
    <span className="num t-sm c-bad">
      <span aria-hidden="true">{whole(-excess)}</span>
      <VisuallyHidden>{texts.tooLong(excess)}</VisuallyHidden>
    </span>
  ) : (
    <span className="num t-sm c-3">
      {lengthOf(text)}
      <VisuallyHidden> {texts.characters}</VisuallyHidden>
    </span>
  );

const Who = ({
  relays,
  isChosen,
  open,
  disabled,
  onOpen,
}: {
  relays: number;
  isChosen: boolean;
  open: boolean;
  disabled: boolean;
  onOpen: () => void;
}) => (
  <Writer>
    <button type="button" className="cr__to" aria-expanded={open} disabled={disabled} onClick={onOpen}>
      {isChosen ? texts.relays.toChosen(relays) : texts.relays.to(relays)}
      <Icon name={open ? 'up' : 'down'} size="xs" />
    </button>
  </Writer>
);

/** Another app shared a secret key: says that nothing of it was kept. */
const SharedSecret = ({ kind }: { kind: SecretKind }) => (
  <div className="pad">
    <Banner tone="bad" icon="key" title={sharedTexts[kind]}>
      {sharedTexts.why}
    </Banner>
  </div>
);

const NewNote = ({ composer, back }: { composer: OpenComposer; back: () => void }) => {
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const router = useRouter();
  const { pubkey } = useAccount();
  const { draft, panel, busy, stops, secret, shared, send } = composer;
  const [wasEarly] = useState(() => wasEarlyAt(router));
  useEffect(() => {
    if (!busy) typeOn(field.current!, takeEarlyText(pubkey));
  }, [busy, pubkey]);
  const targets = useNoteTargets(draft.relays);
  const leave = stops ? () => send({ type: 'composer.stop' }) : back;
  return (
    <Modal className={wasEarly ? 'full cr-stays' : 'full'} labelledBy={titleId} initialFocus={field} onClose={leave}>
      <div className="dock">
        <BackButton label={stops ? texts.keepEditing : texts.cancel} onBack={leave} />
        <h2 id={titleId} className="hide-s">
          {texts.note.title}
        </h2>
        <span className="grow only-s" />
        <Length text={draft.text} excess={composer.excess} />
        <PostButton composer={composer} label={texts.post} />
      </div>
      <div className="scroll">
        {secret !== undefined && <SharedSecret kind={secret} />}
        {shared !== undefined && (
          <SharedText
            text={shared}
            busy={busy}
            onTake={() => send({ type: 'shared.take' })}
            onLeave={() => send({ type: 'shared.leave' })}
          />
        )}
        <div className="cr">
          <div className="cr__head">
            <Who
              relays={targets.length}
              isChosen={draft.relays !== undefined}
              open={panel === 'relays' && !busy}
              disabled={busy}
              onOpen={() => send({ type: 'panel.toggle', panel: 'relays' })}
            />
            <Drafts composer={composer} />
          </div>
          <WrittenPart
            bare
            composer={composer}
            field={field}
            label={texts.note.label}
            placeholder={texts.note.placeholder}
          />
        </div>
      </div>
    </Modal>
  );
};

/** A new note, over the whole screen (APP-07). */
export const CreateScreen = () => {
  const back = useBack();
  return (
    <Page title={texts.note.title}>
      <WithComposer subject={{ what: 'note' }} place="note" title={texts.post} onSafe={back}>
        {(composer) => <NewNote composer={composer} back={back} />}
      </WithComposer>
    </Page>
  );
};
