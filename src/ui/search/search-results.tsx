import { useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo, type ReactNode } from 'react';
import { parseContent, type Segment } from '#domain/note/content.ts';
import type { Note } from '#domain/note/note.ts';
import { encodeNpub, shortNpub } from '#domain/protocol/identifiers.ts';
import type { SearchData } from '#domain/cache/query-keys.ts';
import { SEARCH_OVERVIEW_SHOWN } from '#domain/search/search-limits.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { FeedList } from '#ui/feed/feed-list.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { TabLinks } from '#ui/kit/tab-links.tsx';
import { PersonAvatar } from '#ui/note/person-avatar.tsx';
import { PlainSegment } from '#ui/note/rich-text.tsx';
import { AppLink } from '#ui/links.tsx';
import { useAddress, useDisplayName, useMetadata } from '#ui/queries.ts';
import { useArea } from '#ui/system-context.ts';
import { SEARCH_PARTS, type AppSearch, type SearchPart } from '#ui/search-params.ts';
import { FollowButton } from '#ui/social/person-buttons.tsx';
import '#ui/profile/people.css';
import { whole } from '#ui/texts/formats.ts';
import { searchTexts } from '#ui/texts/search.ts';

/** A text with the words that were looked for marked in it. */
const Highlight = ({ text, words }: { text: string; words: string }) => {
  const sought = words.trim().toLowerCase();
  const at = sought === '' ? -1 : text.toLowerCase().indexOf(sought);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + sought.length)}</mark>
      {text.slice(at + sought.length)}
    </>
  );
};

/** The first line of what a person says of themselves; nothing where it is no text. */
const aboutLine = ({ about, emojis = [] }: Pick<Metadata, 'about' | 'emojis'>): readonly Segment[] => {
  const [block] = parseContent({ content: about.split('\n', 1)[0]!, tags: emojis });
  return block?.type === 'text' ? block.segments : [];
};

const FoundPerson = ({ pubkey, words }: { pubkey: string; words: string }) => {
  const metadata = useMetadata(pubkey);
  const name = useDisplayName(pubkey, metadata);
  const address = useAddress(pubkey, metadata?.nip05);
  const about = useMemo(() => (metadata ? aboutLine(metadata) : []), [metadata]);
  const detail: readonly Segment[] = about.length > 0 ? about : [{ type: 'text', text: address || shortNpub(pubkey) }];
  return (
    <li>
      <div className="item">
        <AppLink to="/npub/$npub" params={{ npub: encodeNpub(pubkey) }} className="people__who">
          <PersonAvatar pubkey={pubkey} size="m" />
          <span className="item__txt">
            <b>
              <bdi>
                <Highlight text={name} words={words} />
              </bdi>
            </b>
            <small dir="auto">
              {detail.map((segment, at) =>
                segment.type === 'text' ? (
                  // oxlint-disable-next-line react/no-array-index-key -- the segments of one text never change
                  <Highlight key={at} text={segment.text} words={words} />
                ) : (
                  // oxlint-disable-next-line react/no-array-index-key -- the segments of one text never change
                  <PlainSegment key={at} segment={segment} />
                ),
              )}
            </small>
          </span>
        </AppLink>
        <FollowButton pubkey={pubkey} />
      </div>
    </li>
  );
};

/** The people that were found. */
const FoundPeople = ({ people, words }: { people: readonly string[]; words: string }) =>
  people.length > 0 && (
    <section aria-labelledby="found-people">
      <h2 className="search__part" id="found-people">
        {searchTexts.parts.people}
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

/** The notes that were found, newest first; of a hashtag older ones come as one reads on. */
const FoundNotes = ({ notes, words }: { notes: readonly Note[]; words: string }) => {
  const search = useArea('search');
  const hasOlder = useSelector(search, (snapshot) => snapshot.hasTag('older'));
  const busy = useSelector(search, (snapshot) => snapshot.hasTag('searching'));
  const more = useCallback(() => search.send({ type: 'search.older' }), [search]);
  const items = useMemo(() => notes.map((note) => ({ id: note.id, at: note.created_at, note })), [notes]);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="found-notes">
      <h2 className="search__part" id="found-notes">
        {searchTexts.parts.notes}
      </h2>
      <FeedList key={words} name={`search/${words}`} items={items} hasMore={hasOlder} busy={busy} onMore={more} />
    </section>
  );
};

/** The hashtags that were found, each leading to its notes. */
const FoundHashtags = ({ hashtags, words }: { hashtags: SearchData['hashtags']; words: string }) =>
  hashtags.length > 0 && (
    <section aria-labelledby="found-hashtags">
      <h2 className="search__part" id="found-hashtags">
        {searchTexts.parts.hashtags}
      </h2>
      <div className="people">
        <ul className="list">
          {hashtags.map(({ hashtag, notes }) => (
            <li key={hashtag}>
              <AppLink to="/search" search={{ q: `#${hashtag}` }} className="item">
                <span className="item__ico item__ico--accent">
                  <Icon name="hash" />
                </span>
                <span className="item__txt">
                  <b dir="auto">
                    <Highlight text={`#${hashtag}`} words={words} />
                  </b>
                  <small>{searchTexts.inNotes(notes)}</small>
                </span>
                <Icon name="next" size="s" />
              </AppLink>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );

type PartProps = { part?: SearchPart; current: boolean; children: ReactNode };

const PartLink = ({ part, current, children }: PartProps) => (
  <AppLink
    to="."
    search={({ in: _, ...before }: AppSearch) => (part === undefined ? before : { ...before, in: part })}
    replace
    state
    resetScroll={false}
    {...(current && { 'aria-current': 'page' })}
  >
    {children}
  </AppLink>
);

type FoundProps = { found: SearchData; words: string };

/** Some of each, the notes last. */
const Overview = ({ found: { people, notes, hashtags }, words }: FoundProps) => (
  <>
    <FoundPeople people={people.slice(0, SEARCH_OVERVIEW_SHOWN)} words={words} />
    <FoundHashtags hashtags={hashtags.slice(0, SEARCH_OVERVIEW_SHOWN)} words={words} />
    <FoundNotes notes={notes} words={words} />
  </>
);

/** What was found: something of each part, or one part alone. */
export const Found = ({ found, words }: FoundProps) => {
  const { in: part }: AppSearch = useSearch({ strict: false });
  return (
    <>
      <TabLinks label={searchTexts.results} className="ptabs">
        <PartLink current={part === undefined}>{searchTexts.all}</PartLink>
        {SEARCH_PARTS.map((one) => (
          <PartLink key={one} part={one} current={part === one}>
            {searchTexts.parts[one]} <span className="num">{whole(found[one].length)}</span>
          </PartLink>
        ))}
      </TabLinks>
      {part === undefined && <Overview found={found} words={words} />}
      {part !== undefined && found[part].length === 0 && <EmptyState art="bird" title={searchTexts.noneOf[part]} />}
      {part === 'people' && <FoundPeople people={found.people} words={words} />}
      {part === 'notes' && <FoundNotes notes={found.notes} words={words} />}
      {part === 'hashtags' && <FoundHashtags hashtags={found.hashtags} words={words} />}
    </>
  );
};
