import { useMemo } from 'react';
import type { Note } from '#domain/note.ts';
import { encodeNpub, shortNpub } from '#domain/identifiers.ts';
import { displayNameOf } from '#domain/metadata.ts';
import { FeedList } from '#ui/feed/feed-list.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { AppLink } from '#ui/links.tsx';
import { useMetadata } from '#ui/queries.ts';
import { FollowButton } from '#ui/social/person-buttons.tsx';
import { Highlight } from './highlight.tsx';
import '#ui/profile/people.css';
import { searchTexts } from '#ui/texts/search.ts';

const FoundPerson = ({ pubkey, words }: { pubkey: string; words: string }) => {
  const metadata = useMetadata(pubkey);
  const detail = metadata?.about.split('\n', 1)[0] || metadata?.nip05 || shortNpub(pubkey);
  return (
    <li>
      <div className="item">
        <AppLink to="/npub/$npub" params={{ npub: encodeNpub(pubkey) }} className="people__who">
          <PersonAvatar pubkey={pubkey} size="m" />
          <span className="item__txt">
            <b dir="auto">
              <Highlight text={displayNameOf(metadata, pubkey)} words={words} />
            </b>
            <small dir="auto">
              <Highlight text={detail} words={words} />
            </small>
          </span>
        </AppLink>
        <FollowButton pubkey={pubkey} />
      </div>
    </li>
  );
};

/** The people that were found. */
export const FoundPeople = ({ people, words }: { people: readonly string[]; words: string }) =>
  people.length > 0 && (
    <section aria-labelledby="found-people">
      <h2 className="sh" id="found-people">
        {searchTexts.people}
      </h2>
      <div className="people">
        <ul className="list">
          {people.map((pubkey) => (
            <FoundPerson key={pubkey} pubkey={pubkey} words={words} />
          ))}
        </ul>
      </div>
    </section>
  );

const nothingMore = () => undefined;

/** The notes that were found, newest first. */
export const FoundNotes = ({ notes, words }: { notes: readonly Note[]; words: string }) => {
  const items = useMemo(() => notes.map((note) => ({ id: note.id, at: note.created_at, note })), [notes]);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="found-notes">
      <h2 className="sh" id="found-notes">
        {searchTexts.notes}
      </h2>
      <FeedList key={words} name={`search/${words}`} items={items} hasMore={false} busy={false} onMore={nothingMore} />
    </section>
  );
};
