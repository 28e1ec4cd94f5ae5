import { Fragment, useMemo, type ReactNode } from 'react';
import type { EventRef } from '#domain/protocol/event.ts';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import { noteFromEvent, type Note } from '#domain/note/note.ts';
import { objectOf, type NotificationGroup } from '#domain/notifications/notification-groups.ts';
import { NOTIFICATION_FACES_MAX, NOTIFICATION_REACTIONS_MAX } from '#domain/notifications/notifications-limits.ts';
import { isDislike } from '#domain/notifications/notifications.ts';
import { isHidden } from '#domain/social/muted.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { AppLink } from '#ui/links.tsx';
import { ShortActions } from '#ui/note/note-actions.tsx';
import { NoteLink } from '#ui/note/note-links.tsx';
import { NoteTime } from '#ui/note/note-time.tsx';
import { viewOf } from '#ui/note/note-view.ts';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { ReactionText, reactionText } from '#ui/note/reaction-text.tsx';
import { QuoteBlock } from '#ui/note/quote.tsx';
import { useDisplayName, useNote } from '#ui/queries.ts';
import { useAccount, useMuted } from '#ui/system-context.ts';
import { LIST_PART_ROWS } from '#ui/kit/in-parts.tsx';
import { TYPE_ICONS } from './kind-chips.tsx';
import { noteTexts } from '#ui/texts/note.ts';
import { notificationTexts as texts } from '#ui/texts/notifications.ts';

const FILLED: ReadonlySet<string> = new Set(['like', 'zap']);

const Name = ({ pubkey }: { pubkey: string }) => <b dir="auto">{useDisplayName(pubkey)}</b>;

/** 'Ines', 'Ines and Salma', 'Ines, Salma and 4 others'. */
const Names = ({ people }: { people: readonly string[] }) => {
  const [first = '', second] = people;
  if (second === undefined) return <Name pubkey={first} />;
  const others = people.length - 2;
  return (
    <>
      <Name pubkey={first} />
      {others === 0 ? texts.and : ', '}
      <Name pubkey={second} />
      {others > 0 && texts.others(others)}
    </>
  );
};

/** The reactions that are more than a like, each once. */
const Emojis = ({ group: { newest, members } }: { group: NotificationGroup }) => {
  if (newest.type !== 'like' || isDislike(newest)) return null;
  const said = new Map(members.slice(0, LIST_PART_ROWS).map(({ event }) => [reactionText(event), event]));
  const shown = [...said].filter(([text]) => text !== '' && text !== '+').slice(0, NOTIFICATION_REACTIONS_MAX);
  return shown.map(([text, event]) => (
    <Fragment key={text}>
      <ReactionText event={event} />{' '}
    </Fragment>
  ));
};

/** That a note was quoted; whose it is, only the note itself can tell. */
const QuotedNote = ({ id, relays, author }: EventRef) => {
  const { pubkey } = useAccount();
  const { data } = useNote(id, relays, author);
  return <small className="c-3">{data && data.pubkey === pubkey ? texts.quotesYours : noteTexts.quote}</small>;
};

const Excerpt = ({ note }: { note: Note }) => {
  const { blocks, folded = blocks, cover } = viewOf(note);
  return (
    <div className="nt__q">
      {cover === undefined
        ? folded.map((block, index) => {
            const part = block.type === 'quote' ? <QuotedNote {...block} /> : <QuoteBlock block={block} />;
            // oxlint-disable-next-line react/no-array-index-key -- the blocks of a note never change
            return <Fragment key={index}>{part}</Fragment>;
          })
        : texts.covered(cover.reason || noteTexts.sensitive)}
    </div>
  );
};

type RowProps = { group: NotificationGroup };

type EntryProps = RowProps & {
  /** what it was done to; nothing for words that speak for themselves */
  object?: ReactNode;
  children?: ReactNode;
};

const Entry = ({ group, object, children }: EntryProps) => {
  const { newest, actors } = group;
  const { type, sats, created_at } = newest;
  const deed = isDislike(newest) ? 'dislike' : type;
  return (
    <>
      <span className={`nt__k nt__k--${deed}`}>
        {deed === 'dislike' ? (
          <span aria-hidden="true">👎</span>
        ) : (
          <Icon name={TYPE_ICONS[type]} size="s" fill={FILLED.has(deed)} />
        )}
      </span>
      <div className="nt__c">
        <div className="nt__top">
          <span className="avatars">
            {actors.slice(0, NOTIFICATION_FACES_MAX).map((pubkey) => (
              <PersonAvatar key={pubkey} pubkey={pubkey} size="s" />
            ))}
          </span>
          {sats > 0 && <b className="num c-value">{texts.sats(sats)}</b>}
          {type === 'zap' && sats === 0 && <span className="nt__doubt">{texts.unconfirmed}</span>}
          {type === 'ecash' && <span className="nt__doubt">{sats === 0 ? texts.unknownMint : texts.byMessage}</span>}
          <span className="nt__emojis">
            <Emojis group={group} />
          </span>
          <NoteTime at={created_at} />
        </div>
        <div className="nt__line">
          {deed === 'ecash' ? (
            <>
              {texts.ecashFrom} <Names people={actors} />
            </>
          ) : (
            <>
              <Names people={actors} /> {texts.did[deed](actors.length)} {object}
            </>
          )}
        </div>
        {children}
      </div>
    </>
  );
};

type NoteProps = RowProps & { note: Note | null | undefined; hidden: boolean };

/** The note that something was done to: whose it is. */
const WhichNote = ({ group, note, hidden }: NoteProps) => {
  const { pubkey } = useAccount();
  const object = objectOf(group.newest, note, pubkey);
  if (object === 'own note') return texts.yourNote;
  if (object === 'own reply') return texts.yourReply;
  if (hidden) return texts.mutedNote;
  if (object === 'naming' || !note) return texts.othersNote;
  return (
    <>
      {texts.noteBy} <Name pubkey={note.pubkey} />
    </>
  );
};

/** A like, a repost or a zap of a note. */
const AboutNote = ({ group, id, relays }: RowProps & { id: string; relays: readonly string[] }) => {
  const { own, comment, subject } = group.newest;
  const { data: note } = useNote(id, relays);
  const { pubkey } = useAccount();
  const author = note?.pubkey ?? (own ? pubkey : subject?.author);
  const muted = useMuted();
  const hidden = !!note && note.pubkey !== pubkey && isHidden(muted, note);
  return (
    <NoteLink id={id} relays={relays} author={author} className="nt__a">
      <Entry group={group} object={<WhichNote group={group} note={note} hidden={hidden} />}>
        {comment !== '' && <div className="nt__q">{texts.comment(comment)}</div>}
        {comment === '' && note && !hidden && <Excerpt note={note} />}
      </Entry>
    </NoteLink>
  );
};

/** A reply or a mention, which is a note itself. */
const Words = ({ group }: RowProps) => {
  const { event, receivedAt = 0 } = group.newest;
  const note = useMemo(() => noteFromEvent(event, receivedAt), [event, receivedAt]);
  return (
    <>
      <NoteLink id={event.id} author={event.pubkey} className="nt__a">
        <Entry group={group}>
          <Excerpt note={note} />
        </Entry>
      </NoteLink>
      <div className="nt__acts">
        <ShortActions note={note} />
      </div>
    </>
  );
};

/** What was done to the user: a zap of the profile, or a like of something that is no note. */
const AboutUser = ({ group }: RowProps) => {
  const { type, comment } = group.newest;
  const { pubkey = '' } = useAccount();
  return (
    <AppLink to="/npub/$npub" params={{ npub: encodeNpub(pubkey) }} className="nt__a">
      <Entry group={group} object={type === 'zap' ? texts.yourProfile : texts.othersNote}>
        {comment !== '' && <div className="nt__q">{texts.comment(comment)}</div>}
      </Entry>
    </AppLink>
  );
};

/** Ecash that came in private: it is taken in the wallet. */
const Ecash = ({ group }: RowProps) => (
  <AppLink to="." search={(before) => ({ ...before, money: 'ecash' })} className="nt__a" aria-haspopup="dialog">
    <Entry group={group} />
  </AppLink>
);

/** One row: who did what, and to which note, where it leads. */
export const NotificationRow = ({ group }: RowProps) => {
  const { type, subject } = group.newest;
  if (type === 'reply' || type === 'mention') return <Words group={group} />;
  if (type === 'ecash') return <Ecash group={group} />;
  if (subject === undefined) return <AboutUser group={group} />;
  return <AboutNote group={group} id={subject.id} relays={subject.relays} />;
};
