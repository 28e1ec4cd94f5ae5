import type { NostrEvent } from '#domain/protocol/event.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';

/** What a relay made of an event: when it took it, or why it did not the last time. ms since the epoch. */
export type RelayStand = {
  readonly takenAt?: number;
  readonly failedAt?: number;
  readonly failed?: Pick<PublishOutcome, 'outcome' | 'reason'>;
};

/** 'mints': the list that recovery words alone lead to (NUT-27), of a key of the words */
export type OutboxKind = 'token' | 'deletion' | 'history' | 'quote' | 'wallet' | 'backup' | 'mints';

export type OutboxKey = { readonly operation: string; readonly kind: OutboxKind };

/** A row by a name, of which nothing is within an id. */
export const outboxName = ({ operation, kind }: OutboxKey): string => `${operation} ${kind}`;

/** One thing to tell. It is signed once; that form is kept, so that it is the same event each time. */
export type OutboxRow = OutboxKey & {
  /** ms since the epoch */
  readonly at: number;
  /** signed; what is secret in it is encrypted by the account to itself */
  readonly event?: NostrEvent;
  /** by address */
  readonly relays: Readonly<Record<string, RelayStand>>;
  /** of a token event */
  readonly mint?: string;
  readonly unit?: string;
  /** Ys of its proofs */
  readonly ys?: readonly string[];
  /** of another client, which may have told more than this app can read */
  readonly foreign?: true;
  /** of such a one: Ys of what its mint called spent, which the ledger never had */
  readonly spent?: readonly string[];
  /** the token events that stand for it by now; none where nothing of it was left */
  readonly replaced?: readonly string[];
  /** of a history event: Ys of what came, and of what went */
  readonly made?: readonly string[];
  readonly used?: readonly string[];
  /** of a wallet event or a list of mints: its mints, and what its keys open */
  readonly says?: { readonly mints: readonly string[]; readonly pubkey: string };
};

/** Changes of rows, within a change of the ledger. What stands otherwise than they take for granted undoes all of it. */
export type OutboxChange =
  /** `over`: the id of the event of the row that stands there */
  | { readonly do: 'put'; readonly row: OutboxRow; readonly over?: string }
  | { readonly do: 'sign'; readonly key: OutboxKey; readonly event: NostrEvent }
  | { readonly do: 'replace'; readonly key: OutboxKey; readonly by: readonly string[] }
  | { readonly do: 'drop'; readonly key: OutboxKey };

/** A proof stands in another event now. */
export type ToldProof = { readonly y: string; readonly from: string | undefined; readonly to: string };
