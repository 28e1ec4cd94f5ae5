import { useEffect, useRef, useState } from 'react';
import type { Media } from '#domain/note/media.ts';
import type { Note } from '#domain/note/note.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { texts } from '#ui/texts/app.ts';
import { noteTexts } from '#ui/texts/note.ts';
import { NoteLink } from './note-links.tsx';
import { MissingMedia } from './missing-media.tsx';

/** a moment after the start, which Safari needs to draw a frame */
const FIRST_FRAME = '#t=0.1';

/** Whether the place was in the window; nothing of a video is fetched before. */
const useMet = () => {
  const place = useRef<HTMLSpanElement>(null);
  const [isMet, setMet] = useState(false);
  useEffect(() => {
    if (isMet) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setMet(true);
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, [isMet]);
  return [place, isMet] as const;
};

/** A video in the gallery: its first frame as a poster, once it is met; a press leads to its note, where it plays. */
export const TileVideo = ({ note, video }: { note: Note; video: Media }) => {
  const [place, isMet] = useMet();
  const [failed, setFailed] = useState(false);
  if (failed) return <MissingMedia what={texts.note.video} url={video.url} onRetry={() => setFailed(false)} />;
  return (
    <span ref={place} className="tile__video">
      <NoteLink id={note.id} author={note.pubkey}>
        {isMet && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a still, named by the link
          <video
            src={`${video.url.replace(/#.*$/, '')}${FIRST_FRAME}`}
            preload="metadata"
            muted
            playsInline
            tabIndex={-1}
            aria-hidden="true"
            onError={() => setFailed(true)}
          />
        )}
        <VisuallyHidden>{noteTexts.openVideo(video.alt)}</VisuallyHidden>
        <span className="tile__count">
          <Icon name="play" size="s" fill />
        </span>
      </NoteLink>
    </span>
  );
};
