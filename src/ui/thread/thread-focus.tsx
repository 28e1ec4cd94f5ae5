import { useState, type ReactNode } from 'react';
import type { Note } from '#domain/note/note.ts';
import type { NoteStats } from '#domain/cache/query-keys.ts';
import { isHidden } from '#domain/social/muted.ts';
import { Around } from '#ui/kit/around.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { VisuallyHidden } from '#ui/kit/visually-hidden.tsx';
import { NoteCard } from '#ui/note/note-card.tsx';
import { useDisplayName, useNoteStats } from '#ui/queries.ts';
import { useAskedRelays, WhyList } from '#ui/relays/why-relays.tsx';
import { useMuted, useSystem } from '#ui/system-context.ts';
import { compact, whole } from '#ui/texts/formats.ts';
import { threadTexts as texts } from '#ui/texts/thread.ts';
import { useIsAnswered } from '#ui/social/answering.ts';

type TopZapProps = { note: Note; zap: NonNullable<NoteStats['topZap']> };

const TopZap = ({ note, zap }: TopZapProps) => {
  const name = useDisplayName(zap.pubkey);
  if (isHidden(useMuted(), { ...note, pubkey: zap.pubkey, content: zap.comment })) return null;
  return (
    <p className="topzap">
      <Icon name="bolt" size="s" fill />
      <b>{whole(zap.sats)}</b>
      <VisuallyHidden>{texts.topZap(zap.sats)}</VisuallyHidden>
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

type SeenProps = { relays: number; asked: number; open: boolean; onPress: () => void };

/** How many relays sent the note; opens which were asked and why. */
const SeenOn = ({ relays, asked, open, onPress }: SeenProps) => {
  const words = (
    <span>
      <Around parts={relays > 0 ? texts.seenOn(relays) : texts.askedRelays(asked)}>
        <b>{whole(relays || asked)}</b>
      </Around>
    </span>
  );
  if (asked === 0) return words;
  return (
    <button type="button" className="th__seen" aria-expanded={open} onClick={onPress}>
      {words}
      <Icon name="down" size="xs" />
    </button>
  );
};

type FactsProps = Omit<SeenProps, 'open' | 'onPress'> & { stats: NoteStats | undefined; children: ReactNode };

const Facts = ({ stats, relays, asked, children }: FactsProps) => (
  <div className="th__facts">
    <Fact count={stats?.likes ?? 0} word={texts.likes} />
    <Fact count={stats?.reposts ?? 0} word={texts.reposts} />
    {stats !== undefined && stats.zaps > 0 && (
      <span>
        <b>{compact(stats.zapSats)}</b> {texts.satsFrom} <b>{compact(stats.zaps)}</b> {texts.zaps(stats.zaps)}
      </span>
    )}
    {relays + asked > 0 && children}
  </div>
);

/** The counts of the note in words; the last of them opens which relays were asked for the conversation. */
const AllFacts = ({ note, stats }: { note: Note; stats: NoteStats | undefined }) => {
  const relays = useSystem().seenOn(note.id).length;
  const data = useAskedRelays(note.id);
  const [open, setOpen] = useState(false);
  const asked = new Set(data.map(({ relay }) => relay)).size;
  const told = relays + asked > 0 || (stats !== undefined && stats.likes + stats.reposts + stats.zaps > 0);
  return (
    told && (
      <>
        <Facts stats={stats} relays={relays} asked={asked}>
          <SeenOn relays={relays} asked={asked} open={open} onPress={() => setOpen(!open)} />
        </Facts>
        {open && asked > 0 && (
          <div className="acks why">
            <WhyList data={data} />
          </div>
        )}
      </>
    )
  );
};

/** The note a thread is about: large, with its best zap and its counts in words. */
export const ThreadFocus = ({ note, replies }: { note: Note; replies: number | undefined }) => {
  const stats = useNoteStats(note.id, true);
  return (
    <div className={useIsAnswered(note) ? 'feed note--to' : 'feed'}>
      <NoteCard note={note} replies={replies} focus>
        {stats?.topZap && <TopZap note={note} zap={stats.topZap} />}
        <AllFacts key={note.id} note={note} stats={stats} />
      </NoteCard>
    </div>
  );
};
