import { useState } from 'react';
import { mediaIn, type Media } from '#domain/note/media.ts';
import { ALT_MAX_CHARACTERS } from '#domain/note/note-limits.ts';
import type { Draft, DraftAlt } from '#domain/publish/draft.ts';
import { withoutLinks } from '#domain/publish/draft.ts';
import { linkLabel } from '#domain/text/web-url.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { texts as appTexts } from '#ui/texts/app.ts';
import { noteTexts } from '#ui/texts/note.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';

const fileOf = ({ url }: Media): string => linkLabel(url).split('/').at(-1) ?? url;

/** The picture, or a sign of what is there instead. */
const Face = ({ media, onSize }: Pick<ThumbnailProps, 'media' | 'onSize'>) => {
  const [isMissing, setMissing] = useState(false);
  if (media.type !== 'image') return <Icon name="play" size="l" />;
  if (isMissing)
    return (
      <>
        <Icon name="image" size="l" />
        <span className="vh">{noteTexts.notAvailable(appTexts.note.picture)}</span>
      </>
    );
  return (
    <img
      src={media.url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget }) => onSize(media.url, currentTarget.naturalWidth, currentTarget.naturalHeight)}
      onError={() => setMissing(true)}
    />
  );
};

type ThumbnailProps = { media: Media; onSize: Props['onSize']; onRemove: (() => void) | undefined };

const Thumbnail = ({ media, onSize, onRemove }: ThumbnailProps) => {
  const label = texts.picture.remove(fileOf(media));
  return (
    <div className="cr__thumb">
      <Face media={media} onSize={onSize} />
      {onRemove && (
        <button type="button" className="tap" aria-label={label} title={label} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
};

type AltProps = { media: Media; alt: string; disabled: boolean; onChange: (alt: string) => void };

const Alt = ({ media, alt, disabled, onChange }: AltProps) => {
  const label = texts.picture.describe[media.type];
  return (
    <textarea
      className="input"
      aria-label={`${label}: ${fileOf(media)}`}
      placeholder={label}
      maxLength={ALT_MAX_CHARACTERS}
      dir="auto"
      value={alt}
      readOnly={disabled}
      onChange={({ target }) => onChange(target.value)}
    />
  );
};

type Props = {
  draft: Pick<Draft, 'text' | 'alts'>;
  /** nothing of it is changed now */
  disabled: boolean;
  onText: (text: string) => void;
  onAlts: (alts: readonly DraftAlt[]) => void;
  /** how large a picture is, once it is there; 0 where it has no size of its own */
  onSize: (url: string, width: number, height: number) => void;
};

/**
 * The pictures and videos that the text links to, and what they show for those who do not see them. One is taken out by taking
 * out its address.
 */
export const Pictures = ({ draft: { text, alts = [] }, disabled, onText, onAlts, onSize }: Props) => {
  const found = mediaIn({ content: text, tags: [] });
  if (found.length === 0) return null;
  return (
    <ul className="cr__pics">
      {found.map((media) => (
        <li key={media.url} className="cr__pic">
          <Thumbnail
            media={media}
            onSize={onSize}
            onRemove={disabled ? undefined : () => onText(withoutLinks(text, media.url))}
          />
          <Alt
            media={media}
            alt={alts.find(({ url }) => url === media.url)?.alt ?? ''}
            disabled={disabled}
            onChange={(alt) => onAlts([...alts.filter(({ url }) => url !== media.url), { url: media.url, alt }])}
          />
        </li>
      ))}
    </ul>
  );
};
