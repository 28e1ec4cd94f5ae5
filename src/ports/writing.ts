import type { EventStamp, Target } from '#domain/publish/compose.ts';
import type { Subject } from '#domain/publish/composing.ts';
import type { Draft, DraftPlace, Drafts } from '#domain/publish/draft.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';
import type { Named } from '#domain/publish/mention.ts';
import type { Shared } from '#domain/shell/shared-text.ts';
import type { Post } from './publishing.ts';

/** The way of a shared text into the composer. */
export type SharedTexts = {
  get(): Shared | undefined;
  subscribe(listener: () => void): () => void;
  offer(text: string): void;
  /** It was taken over, or told of. */
  take(): void;
};

/** People by name, for mentions. */
export type PeopleFinder = {
  /** Whose name is loaded. */
  known(): readonly Named[];
};

/** The user's own profile (kind 0), which is never written from an empty or half read state. */
export type OwnProfile = {
  /** The newest version; undefined when there is none. Rejects, with words for people, when too few relays answered. */
  newest(pubkey: string, signal?: AbortSignal): Promise<NostrEvent | undefined>;
  /** what this browser keeps, the newest first */
  versions(pubkey: string): Promise<readonly NostrEvent[]>;
  /** The newest version of this moment with other texts in some fields, ready to post. Rejects like `newest`. */
  change(pubkey: string, fields: Readonly<Record<string, string>>): Promise<Post>;
  /** The same with an older version, by its id, as the newest. */
  restore(pubkey: string, id: string): Promise<Post>;
};

/** What the screens on which something is written have besides the relays. */
export type Writing = {
  readonly drafts: Drafts;
  readonly shared: SharedTexts;
  readonly people: PeopleFinder;
  /** What an event of this moment carries besides its own. */
  stamp(): EventStamp;
  /** An event, to do something with it. */
  target(event: NostrEvent): Target;
  readonly profile: OwnProfile;
  /** Posts what was written; its draft is forgotten once the signed event is safe. Throws like `Publishing.post`. */
  post(post: Post, draft?: DraftPlace): string;
  /** Brings a note of the user's to all their relays again. Throws like `Publishing.resend`. */
  resend(event: NostrEvent): void;
  /** Calls back when the text of a post that was stopped is a draft again, until the returned function is called. */
  onReturned(listener: () => void): () => void;
  /** The same when a draft came or went otherwise than by a word of who writes in this tab. */
  readonly onDraftsChanged: (listener: () => void) => () => void;
  /** the job that the draft of this place became, as long as it is not safe */
  jobOf(draft: DraftPlace): string | undefined;
  /** Takes a note that is being deleted, or was given up, out of the lists that are shown. */
  hide(noteId: string): void;
  /** The note stays: it may be shown again. */
  unhide(noteId: string): void;
};

/** What is wanted of one's own profile: other texts in some fields, or an older version, by its id, as the newest. */
export type ProfileWish = { readonly fields: Readonly<Record<string, string>> } | { readonly version: string };

/** What lies beside the charts of the composers that are open, by the id of each: what is written, and what it becomes. */
export type Composing = {
  /** Before the chart is opened. `place`: where its draft is kept; without one it has none. */
  begin(id: string, subject: Subject, place?: string): void;
  end(id: string): void;
  draft(id: string): Draft;
  edit(id: string, changed: Partial<Draft>): void;
  wish(id: string, wish: ProfileWish): void;
  /** Notes how large a picture of it is, in px, by its address as `mediaIn` tells it. */
  measured(id: string, url: string, width: number, height: number): void;
  /** The event that it would become now. Throws where the note it is about cannot be used. */
  template(id: string): EventTemplate;
  /** Calls back when a draft changed, with the id of its composer, until the returned function is called. */
  subscribe(listener: (id: string) => void): () => void;
};
