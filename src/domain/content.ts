import type { EventRef, NostrEvent, ProfileRef } from './event.ts';
import type { Media } from './media.ts';

/** A piece of running text. */
export type Segment =
  /** plain words; line ends are '\n' in it (render with `white-space: pre-wrap`) */
  | { readonly type: 'text'; readonly text: string }
  /** `url` is http or https; `label` is what to show */
  | { readonly type: 'link'; readonly url: string; readonly label: string }
  /** `hashtag` is lower-cased without '#', `label` as written with it */
  | { readonly type: 'hashtag'; readonly hashtag: string; readonly label: string }
  | ({ readonly type: 'mention' } & ProfileRef)
  /** a note beyond the quotes a card shows: a link to it */
  | ({ readonly type: 'note' } & EventRef)
  /** an naddr, shown as text (NIP-19) */
  | { readonly type: 'address'; readonly address: string; readonly label: string }
  /** NIP-30 */
  | { readonly type: 'emoji'; readonly shortcode: string; readonly url: string };

/** A note from top to bottom. */
export type Block =
  | { readonly type: 'text'; readonly segments: readonly Segment[] }
  | { readonly type: 'images'; readonly images: readonly Media[] }
  | { readonly type: 'video'; readonly video: Media }
  | ({ readonly type: 'quote' } & EventRef);

/**
 * What to show for the content of a note, in order (NIP-10, 18, 21, 27, 30, 92). Works in time linear in the length, on
 * at most CONTENT_MAX_CHARACTERS and CONTENT_MAX_REFERENCES; the rest stays plain text. Never throws.
 */
export declare const parseContent: (event: Pick<NostrEvent, 'content' | 'tags'>) => readonly Block[];
