import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Media } from '#domain/note/media.ts';
import { linkLabel } from '#domain/text/web-url.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { usePreference } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { PictureLink } from './note-links.tsx';

/** The site a picture or video comes from. */
export const hostOf = (url: string): string => linkLabel(URL.parse(url)?.origin ?? url);

type MissingProps = { what: string; url: string; ratio?: number | undefined; onRetry: () => void };

/** What stands in the place of a picture or video that did not load: where it should have come from, and a retry. */
export const MissingMedia = ({ what, url, ratio, onRetry }: MissingProps) => (
  <span className="nopic" style={{ aspectRatio: ratio }}>
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

export type PictureProps = {
  picture: Media;
  noteId: string;
  /** place among all pictures of the note, from 0 */
  index: number;
  label: string;
  /** width by height of the box, known before the picture is; left out: the grid decides */
  ratio?: number | undefined;
  children?: ReactNode;
  /** it could not be loaded, and something else may take its place */
  onMissing?: (() => void) | undefined;
};

const PlainPicture = ({ picture, children, onMissing, ...link }: PictureProps) => {
  const [failed, setFailed] = useState(false);
  const retry = () => setFailed(false);
  if (failed) return <MissingMedia what={texts.note.picture} url={picture.url} ratio={link.ratio} onRetry={retry} />;
  return (
    <PictureLink {...link}>
      <img
        src={picture.url}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={onMissing ?? (() => setFailed(true))}
      />
      {children}
    </PictureLink>
  );
};

/** The picture itself where the code for letters cannot be loaded. */
const justPlain = { AsciiPicture: ({ plain }: PictureProps & { plain: ReactNode }): ReactNode => plain };
const AsciiPicture = lazy(async () => ({
  default: (await import('./ascii-picture.tsx').catch(() => justPlain)).AsciiPicture,
}));

/** One picture in its box, as it is or in letters (FEED-12); a press opens the viewer. */
export const Picture = (props: PictureProps) => {
  const [useAscii] = usePreference('useAscii');
  const plain = <PlainPicture {...props} />;
  if (!useAscii) return plain;
  return (
    <Suspense fallback={<span style={{ aspectRatio: props.ratio }} />}>
      <AsciiPicture {...props} plain={plain} />
    </Suspense>
  );
};
