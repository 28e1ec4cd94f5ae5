import type { Note } from '#domain/note/note.ts';
import type { NoteStats } from '#domain/cache/query-keys.ts';
import { Around } from '#ui/kit/around.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { NoteCard } from '#ui/note/note-card.tsx';
import { useDisplayName, useNoteStats } from '#ui/queries.ts';
import { useSystem } from '#ui/system-context.ts';
import { compact, whole } from '#ui/texts/formats.ts';
import { threadTexts as texts } from '#ui/texts/thread.ts';
import { useIsAnswered } from './answering.ts';

const TopZap = ({ zap }: { zap: NonNullable<NoteStats['topZap']> }) => {
  const name = useDisplayName(zap.pubkey);
  return (
    <p className="topzap">
      <Icon name="bolt" size="s" fill />
      <b>{whole(zap.sats)}</b>
      <span>
        <bdi>{name}</bdi>
        {zap.comment !== '' && ': '}
        <bdi>{zap.comment}</bdi>
      </span>
    </p>
  );
};

const Fact = ({ count, word }: { count: number; word: (count: number) => string }) =>
  count > 0 && (
    <span>
      <b>{compact(count)}</b> {word(count)}
    </span>
  );

const SeenOn = ({ relays }: { relays: number }) => (
  <span>
    <Around parts={texts.seenOn(relays)}>
      <b>{whole(relays)}</b>
    </Around>
  </span>
);

type FactsProps = { stats: NoteStats | undefined; relays: number };

const Facts = ({ stats, relays }: FactsProps) => (
  <p className="th__facts">
    <Fact count={stats?.likes ?? 0} word={texts.likes} />
    <Fact count={stats?.reposts ?? 0} word={texts.reposts} />
    {stats !== undefined && stats.zaps > 0 && (
      <span>
        <b>{compact(stats.zapSats)}</b> {texts.satsFrom} <b>{compact(stats.zaps)}</b> {texts.zaps(stats.zaps)}
      </span>
    )}
    {relays > 0 && <SeenOn relays={relays} />}
  </p>
);

/** The note a thread is about: large, with its best zap and its counts in words. */
export const ThreadFocus = ({ note }: { note: Note }) => {
  const stats = useNoteStats(note.id, true);
  const relays = useSystem().seenOn(note.id).length;
  const told = relays > 0 || (stats !== undefined && stats.likes + stats.reposts + stats.zaps > 0);
  return (
    <div className={useIsAnswered(note) ? 'feed note--to' : 'feed'}>
      <NoteCard note={note} focus>
        {stats?.topZap && <TopZap zap={stats.topZap} />}
        {told && <Facts stats={stats} relays={relays} />}
      </NoteCard>
    </div>
  );
};
