import { mediaIn, type Media } from '#domain/note/media.ts';
import { withoutLinks } from '#domain/publish/remove-links.ts';
import { linkLabel } from '#domain/text/web-url.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';

const fileOf = (url: string): string => linkLabel(url).split('/').at(-1) ?? url;

const Thumbnail = ({ media, onRemove }: { media: Media; onRemove: (() => void) | undefined }) => {
  const label = texts.picture.remove(fileOf(media.url));
  return (
    <li className="cr__pic">
      {media.type === 'image' ? (
        <img src={media.url} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" />
      ) : (
        <Icon name="play" size="l" />
      )}
      {onRemove && (
        <button type="button" className="tap" aria-label={label} title={label} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
};

type Props = {
  text: string;
  /** undefined: the text stays as it is */
  onEdit: ((text: string) => void) | undefined;
};

/** The pictures and videos that the text links to; one is taken out by taking out its address. */
export const Pictures = ({ text, onEdit }: Props) => {
  const found = mediaIn({ content: text, tags: [] });
  if (found.length === 0) return null;
  return (
    <ul className="cr__pics">
      {found.map((media) => (
        <Thumbnail key={media.url} media={media} onRemove={onEdit && (() => onEdit(withoutLinks(text, media.url)))} />
      ))}
    </ul>
  );
};
