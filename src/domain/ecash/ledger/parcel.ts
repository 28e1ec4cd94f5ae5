import type { NostrEvent } from '#domain/protocol/event.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';

/** How ecash reaches somebody: as a private message (NIP-17), or to an address by HTTP. */
export type ParcelWay =
  | { readonly type: 'message'; readonly pubkey: string; readonly relays: readonly string[] }
  | { readonly type: 'post'; readonly url: string };

/** That a token is brought to somebody, written down with the operation that makes it. */
export type Parcel = {
  readonly way: ParcelWay;
  /** 'due': as soon as the token is there. 'failed': it stays here until the user decides. 'done': it was taken in there */
  readonly state: 'due' | 'failed' | 'done';
  /** tries in vain, and when it is brought once more by itself, in ms */
  readonly tries?: number;
  readonly nextAt?: number;
  /** the payment request it pays, and which press of the button it was */
  readonly request?: { readonly key: string; readonly id?: string; readonly attempt: string };
  /** the message as it is sent, which only whoever it is for can open: each try sends the same */
  readonly wrap?: NostrEvent;
  readonly trouble?: EcashProblem;
};
