import { useState } from 'react';
import type { Media } from '#domain/note/media.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { texts } from '#ui/texts/app.ts';
import { noteTexts } from '#ui/texts/note.ts';
import { MissingMedia } from './missing-media.tsx';

type State = 'waiting' | 'wanted' | 'failed';

/** A video that nothing is fetched of before somebody presses play. */
export const NoteVideo = ({ video }: { video: Media }) => {
  const [state, setState] = useState<State>('waiting');
  const label = noteTexts.playVideo(video.alt);
  return (
    <div className="media media--video" data-n="1">
      {state === 'waiting' && (
        <button type="button" aria-label={label} onClick={() => setState('wanted')}>
          <span className="media__play">
            <Icon name="play" size="l" fill />
          </span>
        </button>
      )}
      {state === 'wanted' && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- notes carry no captions
        <video
          src={video.url}
          aria-label={video.alt || texts.note.video}
          width={video.width}
          height={video.height}
          controls
          autoPlay
          playsInline
          preload="metadata"
          onError={() => setState('failed')}
        />
      )}
      {state === 'failed' && (
        <MissingMedia what={texts.note.video} url={video.url} onRetry={() => setState('wanted')} />
      )}
    </div>
  );
};
