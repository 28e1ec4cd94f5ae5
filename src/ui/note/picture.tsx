import { useState, type ReactNode } from 'react';
import type { Media } from '#domain/media.ts';
import { linkLabel } from '#domain/web-url.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { texts } from '#ui/texts/app.ts';
import { PictureLink } from './note-links.tsx';

const hostOf = (url: string): string => linkLabel(URL.parse(url)?.origin ?? url);

/** What stands in the place of a picture or video that did not load: where it should have come from, and a retry. */
export const MissingMedia = ({ what, url, onRetry }: { what: string; url: string; onRetry: () => void }) => (
  <span className="nopic">
    <Icon name="image" size="l" />
    <span>
      {texts.note.notAvailable(what)}
      <br />
      <a className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
        {hostOf(url)}
      </a>
    </span>
    <button type="button" className="btn btn--s btn--line" onClick={onRetry}>
      {texts.error.retry}
    </button>
  </span>
);

type Props = {
  picture: Media;
  noteId: string;
  /** place among all pictures of the note, from 0 */
  index: number;
  label: string;
  /** width by height of the box, known before the picture is; left out: the grid decides */
  ratio?: number | undefined;
  children?: ReactNode;
};

/** One picture in its box; a press opens the viewer. */
export const Picture = ({ picture, noteId, index, label, ratio, children }: Props) => {
  const [failed, setFailed] = useState(false);
  if (failed) return <MissingMedia what={texts.note.picture} url={picture.url} onRetry={() => setFailed(false)} />;
  return (
    <PictureLink noteId={noteId} index={index} label={label} ratio={ratio}>
      <img
        src={picture.url}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailed(true)}
      />
      {children}
    </PictureLink>
  );
};
