import type { Signature, Target } from './compose.ts';
import type { DraftPlace, Drafts } from './draft.ts';
import type { NostrEvent } from './event.ts';
import type { Post } from './publishing.ts';

/** What the screens on which something is written have besides the relays. */
export type Writing = {
  readonly drafts: Drafts;
  /** What an event of this moment carries besides its own. */
  signature(): Signature;
  /** An event, to do something with it. */
  target(event: NostrEvent): Target;
  /** The newest profile of a person; undefined when relays know none. Rejects when no relay answered. */
  newestProfile(pubkey: string, signal?: AbortSignal): Promise<NostrEvent | undefined>;
  /** Posts what was written; its draft is forgotten once the signed event is safe. Throws like `Publishing.post`. */
  post(post: Post, draft?: DraftPlace): string;
  /** the job that the draft of this place became, as long as it is not safe */
  jobOf(draft: DraftPlace): string | undefined;
  /** Takes a deleted note out of the lists that are shown. */
  hide(noteId: string): void;
};
