import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Media } from '#domain/note/media.ts';
import { BackButton } from '#ui/kit/back-button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Modal } from '#ui/kit/modal.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useNote } from '#ui/queries.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { texts } from '#ui/texts/app.ts';
import { imageViewerTexts as words } from '#ui/texts/image-viewer.ts';
import { NoteLink } from './note-links.tsx';
import { viewOf } from './note-view.ts';
import { MissingMedia } from './missing-media.tsx';
import './image-viewer.css';

const SWIPE_PX = 48;
const KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Steps at the end of a sideways swipe; a zoomed picture is moved about instead. */
const useSwipe = (onStep: (by: number) => void) => {
  const start = useRef<{ x: number; y: number } | undefined>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerUp: (event: PointerEvent) => {
      const { x, y } = start.current ?? { x: event.clientX, y: event.clientY };
      start.current = undefined;
      const across = event.clientX - x;
      const zoomed = (window.visualViewport?.scale ?? 1) > 1.05;
      if (zoomed || Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(event.clientY - y)) return;
      onStep(across < 0 ? 1 : -1);
    },
    onPointerCancel: () => (start.current = undefined),
  };
};

const Shown = ({ picture }: { picture: Media }) => {
  const [failed, setFailed] = useState('');
  if (failed === picture.url)
    return <MissingMedia what={texts.note.picture} url={picture.url} onRetry={() => setFailed('')} />;
  return (
    <img
      key={picture.url}
      src={picture.url}
      alt={picture.alt}
      decoding="async"
      draggable={false}
      referrerPolicy="no-referrer"
      onError={() => setFailed(picture.url)}
    />
  );
};

type StepProps = { side: 'previous' | 'next'; possible: boolean; onPress: () => void };

/** Stays in place at either end, so that the focus and with it the arrow keys are not lost. */
const StepButton = ({ side, possible, onPress }: StepProps) => (
  <button
    type="button"
    className={`tap viewer__step viewer__step--${side}`}
    aria-label={words[side]}
    aria-disabled={!possible}
    onClick={onPress}
  >
    <Icon name={side === 'next' ? 'next' : 'back'} />
  </button>
);

/** The pictures of a note one by one over the whole screen; arrow keys, buttons and swipes lead on. */
export const ImageViewer = () => {
  const { value: index = 0, close } = useOverlay('image');
  const { of: noteId = '' }: AppSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data: note, isPending } = useNote(noteId);
  const pictures = note ? viewOf(note).pictures : [];
  const at = Math.min(Math.max(0, index), Math.max(0, pictures.length - 1));
  const picture = pictures[at];
  const step = (by: number) => {
    if (pictures[at + by] === undefined) return;
    void navigate({
      to: '.',
      search: (search: AppSearch) => ({ ...search, image: at + by }),
      state: true,
      replace: true,
    });
  };
  const stepToRight = (by: number) => step(document.dir === 'rtl' ? -by : by);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    if (by !== undefined) stepToRight(by);
  };
  const swipe = useSwipe(stepToRight);
  return (
    <Modal className="viewer" label={words.title} onClose={close}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons do the same */}
      <div className="viewer__in" data-theme="dark" onKeyDown={onKeyDown}>
        <div className="viewer__stage" {...swipe}>
          {picture !== undefined && <Shown picture={picture} />}
          {picture === undefined && <output>{isPending ? texts.shell.loading : words.missing}</output>}
          {pictures.length > 1 && (
            <>
              <StepButton side="previous" possible={at > 0} onPress={() => step(-1)} />
              <StepButton side="next" possible={at < pictures.length - 1} onPress={() => step(1)} />
            </>
          )}
        </div>
        <div className="viewer__foot">
          <BackButton onBack={close} />
          <output className="viewer__said">
            <span className="viewer__alt" dir="auto">
              {picture?.alt}
            </span>
            <span className="num nowrap">{pictures.length > 1 && words.at(at + 1, pictures.length)}</span>
          </output>
          {note && (
            <NoteLink id={note.id} author={note.pubkey} className="back viewer__note">
              {words.note}
            </NoteLink>
          )}
        </div>
      </div>
    </Modal>
  );
};
