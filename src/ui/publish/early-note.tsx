import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { BackButton } from '#ui/kit/back-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Modal } from '#ui/kit/modal.tsx';
import { useBack } from '#ui/navigation.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { useDisplayName } from '#ui/queries.ts';
import { Page } from '#ui/kit/page.tsx';
import { useAccount } from '#ui/system-context.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import { earlyText, keepEarlyText } from './early-text.ts';
import './publish.css';

/** Who writes, over a line of what goes with it. */
export const Writer = ({ children }: { children: ReactNode }) => {
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
        {children}
      </span>
    </div>
  );
};

/** A new note while its own code is on its way: what is typed meanwhile is taken up there. */
export const EarlyNote = () => {
  const router = useRouter();
  const { pubkey } = useAccount();
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const back = useBack();
  useEffect(() => {
    const { value } = field.current!;
    field.current!.setSelectionRange(value.length, value.length);
    // of another account it is another field
    field.current!.focus();
    keepEarlyText(router, value, pubkey);
  }, [router, pubkey]);
  return (
    <Page title={texts.note.title} busy>
      <Modal className="full" labelledBy={titleId} initialFocus={field} onClose={back}>
        <div className="dock">
          <BackButton label={texts.cancel} onBack={back} />
          <h2 id={titleId} className="hide-s">
            {texts.note.title}
          </h2>
        </div>
        <div className="scroll">
          <div className="cr">
            <div className="cr__head">
              <Writer>
                <span className="cr__to">{'\u00a0'}</span>
              </Writer>
            </div>
            <div className="cr__body">
              <div className="field">
                <textarea
                  key={pubkey}
                  ref={field}
                  className="cr__text"
                  aria-labelledby={titleId}
                  placeholder={texts.note.placeholder}
                  rows={4}
                  dir="auto"
                  defaultValue={earlyText(pubkey)}
                  onChange={(event) => keepEarlyText(router, event.target.value, pubkey)}
                />
              </div>
            </div>
          </div>
        </div>
      </Modal>
    </Page>
  );
};
