import type { NostrEvent } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { withClientTag, type EventTemplate } from '#domain/protocol/signer.ts';
import { union } from '#domain/union.ts';
import { toMsats } from '#domain/msats.ts';
import { asLnurl } from './lightning-address.ts';
import { ZAP_RELAYS_MOST } from './wallet-limits.ts';

/** A zap before it is signed (ZAP-01). */
export type ZapDraft = {
  readonly recipient: string;
  readonly sats: number;
  readonly comment: string;
  /** what is zapped; undefined: the person */
  readonly note?: Pick<NostrEvent, 'id' | 'kind'> | undefined;
  /** where the receipt shall be published (`zapRelays`) */
  readonly relays: readonly string[];
  /** the URL of the recipient's provider */
  readonly endpoint: string;
  /** signed by a key that nobody knows */
  readonly anonymous?: boolean | undefined;
};

/** Where the receipt shall be published: the recipient hears of it where they look (`theirs`), and we see it at `ours`. */
export const zapRelays = (theirs: readonly string[], ours: readonly string[]): readonly string[] =>
  union(theirs, ours).slice(0, ZAP_RELAYS_MOST);

/** The request of a zap (kind 9734, NIP-57, ZAP-02 to ZAP-04). An anonymous one does not tell the app. */
export const composeZapRequest = (
  { recipient, sats, comment, note, relays, endpoint, anonymous = false }: ZapDraft,
  { now, client }: { readonly now: number; readonly client?: string | undefined },
): EventTemplate => {
  const about =
    note === undefined
      ? []
      : [
          ['e', note.id],
          ['k', String(note.kind)],
        ];
  const tags = [
    ['relays', ...relays],
    ['amount', String(toMsats(sats))],
    ['lnurl', asLnurl(endpoint)],
    ['p', recipient],
    ...about,
    ...(anonymous ? [['anon', '']] : []),
  ];
  const template = { kind: KIND.zapRequest, created_at: now, content: comment, tags };
  return withClientTag(template, anonymous ? undefined : client);
};
