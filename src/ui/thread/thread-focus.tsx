import { compactCount } from '#domain/numbers.ts';
import type { Note } from '#domain/note.ts';
import type { NoteStats } from '#domain/query-keys.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { NoteCard } from '#ui/note/note-card.tsx';
import { useDisplayName, useNoteStats } from '#ui/queries.ts';

const sats = new Intl.NumberFormat('en');

const TopZap = ({ zap }: { zap: NonNullable<NoteStats['topZap']> }) => {
  const name = useDisplayName(zap.pubkey);
  return (
    <p className="topzap">
      <Icon name="bolt" size="s" fill />
      <b>{sats.format(zap.sats)}</b>
      <span dir="auto">{zap.comment === '' ? name : `${name}: ${zap.comment}`}</span>
    </p>
  );
};

const Fact = ({ count, one, many }: { count: number; one: string; many: string }) =>
  count > 0 && (
    <span>
      <b>{compactCount(count)}</b> {count === 1 ? one : many}
    </span>
  );

const Facts = ({ stats }: { stats: NoteStats }) => (
  <p className="th__facts">
    <Fact count={stats.likes} one="like" many="likes" />
    <Fact count={stats.reposts} one="repost" many="reposts" />
    {stats.zaps > 0 && (
      <span>
        <b>{compactCount(stats.zapSats)}</b> sats from <b>{compactCount(stats.zaps)}</b>{' '}
        {stats.zaps === 1 ? 'zap' : 'zaps'}
      </span>
    )}
  </p>
);

/** The note a thread is about: large, with its best zap and its counts in words. */
export const ThreadFocus = ({ note }: { note: Note }) => {
  const stats = useNoteStats(note.id, true);
  const told = stats !== undefined && stats.likes + stats.reposts + stats.zaps > 0;
  return (
    <div className="feed">
      <NoteCard note={note} focus>
        {stats?.topZap && <TopZap zap={stats.topZap} />}
        {told && <Facts stats={stats} />}
      </NoteCard>
    </div>
  );
};
