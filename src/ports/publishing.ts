import type { Draft, DraftPlace } from '#domain/publish/draft.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { EventTemplate } from '#domain/protocol/signer.ts';

/** What a post is to its author, for the words about it. */
export type PostKind = 'note' | 'reply' | 'quote' | 'repost' | 'reaction' | 'deletion' | 'profile' | 'recommendation';

/**
 * The draft that a post was made of, as it was at that moment: another one is not forgotten for it, and it is given back when
 * the post is stopped. What an older version of the app kept has its text alone.
 */
export type PostedDraft = DraftPlace & Pick<Draft, 'text'> & Partial<Draft>;

/** What is to be published. */
export type Post = {
  readonly what: PostKind;
  readonly template: EventTemplate;
  /** left out: the relays of the set that events of this kind go to (RELAY-71) */
  readonly relays?: readonly string[];
  /** leading zero bits; left out: as the policy of proof of work says for this kind of post, 0: none */
  readonly targetBits?: number;
  readonly draft?: PostedDraft;
};

/** A post on its way, as it is kept beside its statechart. */
export type PublishJob = Post & {
  readonly id: string;
  /** hex */
  readonly pubkey: string;
  readonly relays: readonly string[];
  /** ms since the epoch */
  readonly addedAt: number;
  /** once it is signed */
  readonly event?: NostrEvent;
  /** it was published before: what becomes of the job does nothing to it */
  readonly resent?: true;
};

/** The one way to publish something of the user's. The statechart of a job is the child of `publish-desk` with its id. */
export type Publishing = {
  /**
   * Begins a job and gives its id. Throws 'not-ready' as long as nothing can be sent (PUB-09), 'signer-required' when
   * nobody can sign, 'no-relays' without relays (PUB-10), and refuses what holds a secret key.
   */
  post(post: Post): string;
  /** Brings an event of the user's to all relays that events of its kind go to, again. Throws 'no-relays'. */
  resend(event: NostrEvent): string;
  job(id: string): PublishJob | undefined;
  /** the job that the draft of this place became, as long as its signed event is not in the journal */
  jobOf(draft: DraftPlace): string | undefined;
  /** The event once a relay took it; rejects with why it was not published, or 'Cancelled'. Never settles while it waits for the network. */
  outcome(id: string): Promise<NostrEvent>;
};
