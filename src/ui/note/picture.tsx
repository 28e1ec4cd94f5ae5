import { lazy, Suspense, useState, type ReactNode, type RefCallback } from 'react';
import type { Media } from '#domain/note/media.ts';
import { later } from '#ui/kit/later.ts';
import { usePreference } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { PictureLink } from './note-links.tsx';

const MissingMedia = later(() => import('./missing-media.tsx').then((file) => file.MissingMedia));

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
  const [focus, setFocus] = useState<RefCallback<HTMLElement>>();
  const retry = (take: RefCallback<HTMLElement>) => {
    setFailed(false);
    setFocus(() => take);
  };
  // what leads to others still does
  if (failed && !children)
    return (
      <Suspense fallback={<span style={{ aspectRatio: link.ratio }} />}>
        <MissingMedia what={texts.note.picture} url={picture.url} ratio={link.ratio} focus={focus} onRetry={retry} />
      </Suspense>
    );
  return (
    <PictureLink {...link} focus={focus}>
      {failed || (
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
      )}
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
