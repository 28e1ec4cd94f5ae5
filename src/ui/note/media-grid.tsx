import { lonePictureRatio, type Media } from '#domain/note/media.ts';
import { NOTE_GRID_MAX } from '#domain/note/note-limits.ts';
import { texts } from '#ui/texts/app.ts';
import { Picture } from './picture.tsx';

const labelOf = (picture: Media, index: number, hidden: number): string =>
  hidden > 0 ? texts.note.openPictures(hidden + 1) : texts.note.openPicture(index + 1, picture.alt);

type Props = { pictures: readonly Media[]; noteId: string; first: number };

/** A grid of up to NOTE_GRID_MAX pictures; `first` is the place of the first one among all of the note. */
export const MediaGrid = ({ pictures, noteId, first }: Props) => {
  const shown = pictures.slice(0, NOTE_GRID_MAX);
  const hidden = pictures.length - shown.length;
  return (
    <div className="media" data-n={shown.length}>
      {shown.map((picture, at) => {
        const more = at === shown.length - 1 ? hidden : 0;
        return (
          <Picture
            key={picture.url}
            picture={picture}
            noteId={noteId}
            index={first + at}
            label={labelOf(picture, first + at, more)}
            ratio={shown.length === 1 ? lonePictureRatio(picture) : undefined}
          >
            {more > 0 && <span className="media__more">+{more + 1}</span>}
          </Picture>
        );
      })}
    </div>
  );
};
