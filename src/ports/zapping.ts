import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Payee } from '#domain/wallet/payee.ts';
import type { ZapChoice } from '#domain/wallet/zap-choice.ts';
import type { ZapPreference, ZapWay } from '#domain/wallet/zap-way.ts';
import type { WrittenZap, ZapStand, ZapView, ZapWish } from '#domain/wallet/zap-wish.ts';
import type { NutzapOffer, Nutzaps } from './nutzaps.ts';
import type { Changing } from './session.ts';

/** What somebody wants to give, and for what. */
export type ZapOrder = {
  /** the note; undefined: the person */
  readonly event?: NostrEvent | undefined;
  /** left out: the author of the note */
  readonly person?: string | undefined;
  readonly sats: number;
  readonly comment: string;
  readonly anonymous: boolean;
  /** the author gets all, though they share it with others */
  readonly alone?: boolean;
  /** what it is paid with where that is taken; left out: what the user pays with else */
  readonly by?: ZapPreference | undefined;
  /** the way that was picked for one person */
  readonly way?: ZapWay | undefined;
};

/** How somebody can be given ecash, and what giving costs. */
export type GiftOffer = NutzapOffer &
  Pick<Nutzaps, 'fee' | 'price'> & {
    /** the user has a wallet for ecash; without one nothing can be given so */
    readonly hasWallet: boolean;
  };

/** What views have of zaps besides their charts. */
export type Zapping = {
  /** What the provider of somebody says; asked again after some minutes. Rejects with a `Failure`. */
  payee(pubkey: string): Promise<Payee>;
  /** How ecash can be given to somebody; undefined when they take none, or nobody is logged in. Rejects when that is not known. */
  gift(pubkey: string): Promise<GiftOffer | undefined>;
  /** A zap for each of those who share in it and can be paid; for the author alone when none of them can. */
  wishes(order: ZapOrder): Promise<readonly ZapWish[]>;
  /**
   * The same without a question: by what the user pays with, at mints that they use. Undefined when somebody has to look first: no
   * wallet could pay now, a part of it could go nowhere, or another one for the same is not over; none while another for the same is
   * being put together.
   */
  wishesAtOnce(order: ZapOrder): Promise<readonly ZapWish[] | undefined>;
  /** The invoice of a zap, once there is one. */
  invoice(id: string): { readonly text: string; readonly address: string } | undefined;
  /** The zaps of a note or a person in this visit, the oldest first; the same list as long as nothing in it changes. */
  of(target: string): readonly ZapView[];
  /**
   * Those of a note or a person that are written down and not over, also of earlier visits and other tabs; the same list as long as
   * nothing in it changes.
   */
  open(target: string): readonly WrittenZap[];
  /** Where the zaps of a note or a person stand, also those of earlier visits and other tabs; undefined when there are none. */
  stand(target: string): ZapStand | undefined;
  /** Calls back when any of them stands elsewhere, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Somebody looks at the zaps of a target: failures are not told besides, until the returned function is called. */
  look(target: string): () => void;
  readonly choice: Changing<ZapChoice> & { set(changed: Partial<ZapChoice>): void };
};
