import type { Note } from '#domain/note/note.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useNoteStats } from '#ui/queries.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { useAnswer } from '#ui/social/answering.ts';
import { compact } from '#ui/texts/formats.ts';
import { LikeButton } from './like-button.tsx';
import { RepostButton } from './repost-button.tsx';
import { ZapButton } from './zap-button.tsx';
import { ThreadLink } from './note-links.tsx';

const size = (small: boolean) => small && ({ size: 's' } as const);

type PartProps = { note: Note; count: number; small: boolean };

/** Answers the note; the number of answers beside it leads to them. */
const ReplyButton = ({ note, count, small }: PartProps) => {
  const answer = useAnswer();
  const replies = texts.replies(count);
  return (
    <span className="acts__pair">
      <button
        type="button"
        className="act"
        data-act="reply"
        aria-label={count === 0 ? texts.reply : `${texts.reply}, ${replies}`}
        onClick={() => answer(note)}
      >
        <Icon name="reply" {...size(small)} />
      </button>
      {count > 0 && (
        <ThreadLink id={note.id} className="act" label={`${texts.thread}, ${replies}`}>
          {compact(count)}
        </ThreadLink>
      )}
    </span>
  );
};

/** Opens the sheet with what else can be done with a note. */
const MoreButton = ({ note, small }: Omit<PartProps, 'count'>) => {
  const open = useOpenOverlay();
  return (
    <button
      type="button"
      className="act"
      aria-label={texts.more}
      aria-haspopup="dialog"
      onClick={() => open({ noteMenu: note.id })}
    >
      <Icon name="more" {...size(small)} />
    </button>
  );
};

type Props = {
  note: Note;
  /** whether the counts may be asked for */
  wanted: boolean;
  /** a reply in a thread: smaller */
  small?: boolean;
  /** how many replies are shown where they stand; left out: as many as were counted */
  replies?: number | undefined;
};

/** What one can do with a note, and how many did (NOTE-07). */
export const NoteActions = ({ note, wanted, small = false, replies }: Props) => {
  const stats = useNoteStats(note.id, wanted);
  const parts = { note, small };
  return (
    <>
      <ReplyButton {...parts} count={replies ?? stats?.replies ?? 0} />
      <RepostButton {...parts} count={stats?.reposts ?? 0} />
      <LikeButton {...parts} likes={stats?.likes ?? 0} />
      <ZapButton {...parts} sats={stats?.zapSats ?? 0} />
      <MoreButton {...parts} />
    </>
  );
};

/** To answer a note and to like it, where it is only told of. */
export const ShortActions = ({ note }: Pick<Props, 'note'>) => (
  <>
    <ReplyButton note={note} count={0} small />
    <LikeButton note={note} likes={0} small />
  </>
);

/** What one can do with a note where there is no room for numbers. */
export const QuickActions = ({ note }: Pick<Props, 'note'>) => {
  const parts = { note, count: 0, small: true };
  return (
    <>
      <ReplyButton {...parts} />
      <RepostButton {...parts} />
      <LikeButton note={note} likes={0} small />
      <MoreButton note={note} small />
    </>
  );
};
