import { createContext, use, type ReactNode, type Ref } from 'react';
import { encodeNote, encodeNpub } from '#domain/protocol/identifiers.ts';
import { AppLink } from '#ui/links.tsx';
import type { AppSearch } from '#ui/search-params.ts';
import { texts } from '#ui/texts/app.ts';
import { PersonPicture } from './person-avatar.tsx';

/** The row of the feed a card stands in, so that the way back leads there; undefined outside the feed. */
export const FeedRowContext = createContext<number | undefined>(undefined);

/** The path of the note screen or the thread a card stands in, so that a profile leads back there; undefined elsewhere. */
export const NotePathContext = createContext<string | undefined>(undefined);

/** The navigation state that leads back to a row of the feed, or to a note (ROUTE-29, ROUTE-30). */
const useWayBack = () => {
  const row = use(FeedRowContext);
  const notePath = use(NotePathContext);
  return {
    ...(row !== undefined && { fromFeed: true, restoreIndex: row }),
    ...(notePath !== undefined && { fromNoteView: true, backToPath: notePath }),
  };
};

type LinkParts = { children: ReactNode; className?: string };

type NoteLinkProps = LinkParts & { id: string; relays?: readonly string[]; author?: string | undefined };

/** Leads to the screen of a note. */
export const NoteLink = ({ id, relays = [], author, children, className }: NoteLinkProps) => (
  <AppLink
    to="/note/$noteId"
    params={{ noteId: encodeNote(id, relays, author) }}
    state={useWayBack()}
    className={className}
  >
    {children}
  </AppLink>
);

type PersonLinkProps = LinkParts & { pubkey: string; dir?: 'auto' };

/** Leads to the profile of a person. */
export const PersonLink = ({ pubkey, children, className, dir }: PersonLinkProps) => (
  <AppLink to="/npub/$npub" params={{ npub: encodeNpub(pubkey) }} state={useWayBack()} className={className} dir={dir}>
    {children}
  </AppLink>
);

/** The picture of a person, which leads to their profile. */
export const AvatarLink = ({ pubkey, name, size }: { pubkey: string; name: string; size?: 's' }) => (
  <AppLink
    to="/npub/$npub"
    params={{ npub: encodeNpub(pubkey) }}
    state={useWayBack()}
    className={size === undefined ? 'avatar' : `avatar avatar--${size}`}
    aria-label={texts.note.profileOf(name)}
  >
    <PersonPicture pubkey={pubkey} />
  </AppLink>
);

/** Opens the thread of a note over the screen (ROUTE-20). */
export const ThreadLink = ({ id, label, className, children }: LinkParts & { id: string; label: string }) => (
  <AppLink
    to="."
    search={(search: AppSearch) => ({ ...search, thread: id })}
    state
    className={className}
    aria-label={label}
  >
    {children}
  </AppLink>
);

type PictureLinkProps = {
  noteId: string;
  index: number;
  label: string;
  ratio?: number | undefined;
  focus?: Ref<HTMLAnchorElement> | undefined;
  children: ReactNode;
};

/** Opens the viewer at a picture of a note. */
export const PictureLink = ({ noteId, index, label, ratio, focus, children }: PictureLinkProps) => (
  <AppLink
    ref={focus}
    to="."
    search={(search: AppSearch) => ({ ...search, image: index, of: noteId })}
    state
    aria-label={label}
    {...(ratio !== undefined && { style: { aspectRatio: ratio } })}
  >
    {children}
  </AppLink>
);

/** Looks for notes with a hashtag. */
export const HashtagLink = ({ hashtag, children }: { hashtag: string; children: ReactNode }) => (
  <AppLink to="/search" search={{ q: `#${hashtag}` }}>
    {children}
  </AppLink>
);

/** Leads to what can be said of a code that no screen shows. */
export const CodeLink = ({ code, children }: { code: string; children: ReactNode }) => (
  <AppLink to="/open" search={{ q: code }}>
    {children}
  </AppLink>
);
