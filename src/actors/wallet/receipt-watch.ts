import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { tagValue } from '#domain/protocol/event.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import { normalizeRelayUrls } from '#domain/relays/relay-url.ts';
import { isReceiptOf, type ReceiptTrace } from '#domain/wallet/payment-trace.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

type Waiting = {
  readonly hash: string;
  readonly receipt: ReceiptTrace;
  readonly onPaid: (preimage: string | undefined) => void;
};

/** Calls back at each receipt that the provider signed for this very payment, until the returned function is called. */
export type WatchReceipt = (
  payment: { readonly hash: string; readonly receipt?: ReceiptTrace | undefined },
  onPaid: Waiting['onPaid'],
) => () => void;

/** All that is waited for at a relay, in one filter for each provider. */
const filtersOf = (waiting: readonly Waiting[]): Filter[] =>
  [...Map.groupBy(waiting, ({ receipt }) => receipt.provider)].map(([provider, theirs]) => ({
    kinds: [KIND.zap],
    authors: [provider],
    '#p': [...new Set(theirs.map(({ receipt }) => receipt.recipient))],
    since: Math.min(...theirs.map(({ receipt }) => receipt.since)),
  }));

/** One subscription at one relay, as wide as what is waited for there. */
const createPost = (requests: Pick<RelayRequests, 'watch'>, relay: string) => {
  const waiting = new Set<Waiting>();
  let stop = () => {};
  const hear = (event: NostrEvent) => {
    for (const { receipt, hash, onPaid } of waiting)
      if (isReceiptOf(event, receipt, hash)) onPaid(tagValue(event, 'preimage'));
  };
  return {
    waiting,
    /** Asks anew, so that a receipt that came before somebody waited for it comes once more; the old one ends after that. */
    add(one: Waiting) {
      waiting.add(one);
      const end = stop;
      stop = requests.watch({ filters: filtersOf([...waiting]), relays: [relay], onEvent: hear });
      end();
    },
    remove(one: Waiting) {
      waiting.delete(one);
      if (waiting.size === 0) stop();
    },
  };
};

/** Watches for the receipts of all payments, however many, with one subscription at each relay. */
export const createReceiptWatch = (requests: Pick<RelayRequests, 'watch'>): WatchReceipt => {
  const posts = new Map<string, ReturnType<typeof createPost>>();
  const postAt = (relay: string) => {
    const post = posts.get(relay) ?? createPost(requests, relay);
    posts.set(relay, post);
    return post;
  };
  return ({ hash, receipt }, onPaid) => {
    if (!receipt) return () => {};
    const one = { hash, receipt, onPaid };
    const relays = normalizeRelayUrls(receipt.relays);
    for (const relay of relays) postAt(relay).add(one);
    return () => {
      for (const relay of relays) {
        const post = posts.get(relay);
        post?.remove(one);
        if (post?.waiting.size === 0) posts.delete(relay);
      }
    };
  };
};
