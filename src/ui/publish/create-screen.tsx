import { useId, useRef } from 'react';
import { withShared } from '#domain/shell/app-launch.ts';
import { composeNote } from '#domain/publish/compose.ts';
import { isEmptyDraft } from '#domain/publish/draft.ts';
import { BackButton } from '#ui/kit/back-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Modal } from '#ui/kit/modal.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { useBack } from '#ui/navigation.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { Page } from '#ui/shell/page.tsx';
import { useAccount, useActing } from '#ui/system-context.ts';
import { PostButton } from './post-buttons.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import { SharedSecret } from './shared-secret.tsx';
import { SharedText } from './shared-text.tsx';
import { useShared } from './use-shared.ts';
import { useWritten } from './use-written.ts';
import { WrittenPart } from './written-part.tsx';
import './publish.css';

const lengthOf = (text: string): number => Array.from(text).length;

const Who = ({
  relays,
  isChosen,
  open,
  onOpen,
}: {
  relays: number;
  isChosen: boolean;
  open: boolean;
  onOpen: () => void;
}) => {
  const { pubkey = '' } = useAccount();
  const name = useDisplayName(pubkey);
  return (
    <div className="cr__who">
      {pubkey === '' ? (
        <span className="avatar avatar--none">
          <Icon name="user" />
        </span>
      ) : (
        <PersonAvatar pubkey={pubkey} />
      )}
      <span className="grow">
        {pubkey !== '' && (
          <b className="clip" dir="auto">
            {name}
          </b>
        )}
        <button type="button" className="cr__to" aria-expanded={open} onClick={onOpen}>
          {isChosen ? texts.relays.toChosen(relays) : texts.relays.to(relays)}
          <Icon name={open ? 'up' : 'down'} size="xs" />
        </button>
      </span>
    </div>
  );
};

/** A new note, over the whole screen (APP-07). */
export const CreateScreen = () => {
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const back = useBack();
  const { writing } = useActing();
  const text = useWritten({
    place: 'note',
    what: 'note',
    title: texts.post,
    compose: (written) => composeNote(written, writing.signature()),
    onSafe: back,
  });
  const { draft, relays, panel, onPanel, posting } = text;
  const busy = posting.stage === 'mining' || posting.stage === 'signing';
  const shared = useShared({
    isFree: !busy,
    isEmpty: isEmptyDraft(draft),
    onText: (more) => text.onEdit({ text: withShared(draft.text, more) }),
  });
  const leave = busy ? posting.stop : back;
  const count = lengthOf(draft.text);
  return (
    <Page title={texts.note.title}>
      <Modal className="full" labelledBy={titleId} initialFocus={field} onClose={leave}>
        <div className="dock">
          <BackButton label={busy ? texts.keepEditing : texts.cancel} onBack={leave} />
          <h2 id={titleId} className="hide-s">
            {texts.note.title}
          </h2>
          <span className="grow only-s" />
          <span className="num t-sm c-3">
            {count}
            <VisuallyHidden> {texts.characters}</VisuallyHidden>
          </span>
          <PostButton posting={posting} label={texts.post} onPost={() => text.post()} />
        </div>
        <div className="scroll">
          {shared.secret !== undefined && <SharedSecret kind={shared.secret} />}
          {shared.text !== undefined && (
            <SharedText text={shared.text} busy={busy} onTake={shared.take} onLeave={shared.leave} />
          )}
          <div className="cr">
            <Who
              relays={relays.length}
              isChosen={draft.relays !== undefined}
              open={panel === 'relays'}
              onOpen={() => onPanel(panel === 'relays' ? undefined : 'relays')}
            />
            <WrittenPart bare text={text} field={field} label={texts.note.label} placeholder={texts.note.placeholder} />
          </div>
        </div>
      </Modal>
    </Page>
  );
};
