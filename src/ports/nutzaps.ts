import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { Nutzap } from '#domain/ecash/nutzaps/nutzap.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { ZapWish } from '#domain/wallet/zap-wish.ts';
import type { PaymentPhase } from '#domain/wallet/payment.ts';
import type { Changing } from './session.ts';

/** A nutzap that came and was not taken yet. Amounts in sats. */
export type WaitingNutzap = {
  /** of the event */
  readonly id: string;
  /** who gave it, hex */
  readonly sender: string;
  readonly sats: number;
  readonly mint: string;
  readonly comment: string;
  /** why it was not taken the last time */
  readonly problem: EcashProblem | undefined;
};

/** How the user takes nutzaps. */
export type NutzapStand = {
  /** others are told how to give */
  readonly receives: boolean;
  /** another wallet of this account takes them: that is left as it is until the user says otherwise */
  readonly isElsewhere: boolean;
  /** relays have what was published last; undefined as long as nobody said */
  readonly isPublished: boolean | undefined;
  /** what comes waits until the user takes it */
  readonly byHand: boolean;
  /** what is taken goes on to the Lightning wallet that is connected */
  readonly toWallet: boolean;
  /** why the last one did not go on there: it stays ecash */
  readonly notSentOn: EcashProblem | undefined;
  /** the newest first */
  readonly waiting: readonly WaitingNutzap[];
};

/** A mint at which we have sats, and which somebody takes ecash of. Amounts in sats. */
export type CommonMint = { readonly url: string; readonly name: string; readonly balance: number };

/** How somebody can be given ecash. */
export type NutzapOffer = {
  /** they take ecash of mints */
  readonly takes: boolean;
  /** names of the mints they trust */
  readonly names: readonly string[];
  /** those where we have something, the largest balance first */
  readonly common: readonly CommonMint[];
  /** one that both use and where nothing is: what is elsewhere can be moved there */
  readonly empty: string | undefined;
  /** where a Lightning wallet can pay for it: one that both use, else one that they trust; undefined when they name none */
  readonly through: ThroughMint | undefined;
};

/** A mint that makes the ecash that is given; `isOurs`: this wallet uses it already. */
export type ThroughMint = Pick<CommonMint, 'url' | 'name'> & { readonly isOurs: boolean };

/** Ecash that is given to people, and that people give (NIP-61). All reject with an EcashError. */
export type Nutzaps = {
  readonly stand: Changing<NutzapStand>;
  set(change: Partial<Pick<NutzapStand, 'receives' | 'byHand' | 'toWallet'>>): void;
  /** Takes one that waits; gives the operation. */
  take(id: string): Promise<string>;

  /** How somebody can be given ecash, as relays said lately. */
  offer(recipient: string): Promise<NutzapOffer>;
  /** What giving this much comes to, besides: what the mint takes. */
  fee(mint: string, sats: number): Promise<number>;
  /** Gives what was wished for, once: it is written down when this settles, and goes on by itself. */
  give(wish: ZapWish & { readonly mint: string }): Promise<void>;
  /** What an invoice for so much that can be given comes to, in sats. */
  price(mint: string, sats: number): Promise<number>;
  /**
   * Writes down that it is given once an invoice of the mint is paid; gives that invoice. The same wish has one invoice. A mint that
   * this wallet does not use is taken into use. Rejects with the words of NWC-25 and NWC-26.
   */
  giveOncePaid(wish: ZapWish): Promise<string>;
  /** The invoice for this wish is paid by nobody any more: it is waited for only until its mint says that, too. */
  letGo(wish: string): Promise<void>;
  /** Tells where a gift stands, now and after each change, until the returned function is called. 'requested': its invoice is not paid. */
  follow(wish: string, tell: (phase: PaymentPhase, problem?: EcashProblem) => void): () => void;
};

/** Those of some events that are nutzaps their recipients can take, each ecash once. Never rejects. */
export type ProveNutzaps = (events: readonly NostrEvent[]) => Promise<readonly Nutzap[]>;
