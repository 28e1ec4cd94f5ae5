import type { NostrEvent } from '#domain/protocol/event.ts';
import { MOVE_GOES_ON_MS } from '#domain/ecash/ecash-limits.ts';
import type { Parcel } from './parcel.ts';
import type { MintMethod } from '#domain/ecash/mints/mint.ts';
import { busyOf, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { RedeemedNutzap } from '#domain/ecash/events/history-event.ts';
import type { Lock, SealedText, SealedOutputs, SealedProof } from '#domain/ecash/proof.ts';
import type { Scan } from '#domain/ecash/words/restore-scan.ts';

/**
 * 'swap', 'consolidation' and 'fence' exchange own proofs for fresh ones; 'reclaim' does with those of a token that nobody
 * took. 'restore' looks for what the words of the wallet have at a mint. 'adoption' took in what another device told of.
 */
export type OperationKind =
  | 'swap'
  | 'send'
  | 'receive'
  | 'reclaim'
  | 'fence'
  | 'consolidation'
  | 'melt'
  | 'deposit'
  | 'restore'
  | 'adoption';

/**
 * The same names in the charts, the database and the inspector. 'waiting': the world has to do something (an invoice is paid,
 * a token is taken, a payment arrives). 'unknown': it was asked and nobody knows what became of it. 'fenced': it did not
 * happen, can no more, and what it held is free. 'attention': what is known does not add up; kept for ever.
 */
export type OperationPhase =
  | 'drafted'
  | 'journaled'
  | 'sent'
  | 'answered'
  | 'committed'
  | 'published'
  | 'waiting'
  | 'unknown'
  | 'fenced'
  | 'attention';

/** Numbers of outputs that were taken from a keyset; `to` is the first one that was not. */
export type CounterRange = { readonly keyset: string; readonly from: number; readonly to: number };

/** What the mint promised for an invoice; `expiresAt` in ms since the epoch. */
export type QuoteFacts = {
  readonly id: string;
  /** an invoice, or an offer by the method 'bolt12' */
  readonly invoice: string;
  /** 'bolt11' where it is left out */
  readonly method?: MintMethod;
  readonly amount: number;
  /** what a payment may cost at most, besides */
  readonly reserve: number;
  /** opens a locked one (NUT-20) */
  readonly lockKey?: SealedText;
  readonly expiresAt?: number;
  /** of an offer of one's own: what its mint had issued for it when this was written down */
  readonly issuedBefore?: number;
};

/** The other half of a move of money: a payment at one mint, of an invoice of another one. */
export type Partner = { readonly operation: string; readonly mint: string };

/**
 * How a token that is locked to somebody comes to them: as a nutzap (NIP-61). What is signed is signed once and kept, so that the
 * same event goes out however often it is tried.
 */
export type Delivery = {
  /** the wish that it fulfils: one wish is fulfilled once */
  readonly wish: string;
  /** the mint, exactly as its recipient names it */
  readonly mint: string;
  /** what it is given for; left out: for the person */
  readonly note?: Pick<NostrEvent, 'id' | 'kind'>;
  readonly comment: string;
  readonly anonymous: boolean;
  /** where its recipient looks for it */
  readonly relays: readonly string[];
  readonly event?: NostrEvent;
  /** a relay took it; ms since the epoch */
  readonly deliveredAt?: number;
};

/** A payment for a request of ours: which request, which message, and who sent it. */
export type PaymentName = { readonly request: string; readonly rumor: string; readonly from: string };

/** One operation as it is written down before money moves. Times in ms since the epoch. */
export type Operation = {
  /** ordered by time */
  readonly id: string;
  /** counts the changes */
  readonly rev: number;
  readonly kind: OperationKind;
  readonly mint: string;
  readonly unit: string;
  readonly phase: OperationPhase;
  /** what is sent, received, paid or deposited, without what it costs */
  readonly amount: number;
  /** what the mint takes for the inputs */
  readonly fee: number;
  /** Ys of own proofs that it spends */
  readonly inputs: readonly string[];
  /** what all that it spends is worth */
  readonly spends: number;
  /** proofs of somebody else's token that it spends */
  readonly brought?: readonly SealedProof[];
  readonly outputs: readonly SealedOutputs[];
  /** outputs of attempts that the mint refused */
  readonly former?: readonly SealedOutputs[];
  readonly counters: readonly CounterRange[];
  readonly quote?: QuoteFacts;
  /** the operation whose inputs it makes fresh, or whose token it takes back */
  readonly parent?: string;
  /** the operation that has its proofs at the moment: a fence, or one that takes a token back */
  readonly child?: string;
  /** both halves of a move from mint to mint name each other */
  readonly partner?: Partner;
  /** all parts of the payment that it is one of, itself among them: several mints pay an invoice together (NUT-15) */
  readonly parts?: readonly Partner[];
  /** of a token that is received: the mint to which its worth is to be moved */
  readonly into?: string;
  /** of a deposit: so much of it is given to somebody as a nutzap at once (`delivery`, `person`) */
  readonly gives?: number;
  /** whoever was to pay its invoice refused: it is over once its mint says that nobody did */
  readonly unwanted?: true;
  /** of a nutzap that is taken: what it brings is to go on to the Lightning wallet, and no payment for that is written down yet */
  readonly sendsOn?: true;
  /**
   * the Ys of what it brought, as long as that is to go on: what a nutzap brought is paid with them, so that the mint lets one device
   * do it
   */
  readonly came?: readonly string[];
  /** the payment of that move or to that wallet, or the token of that gift, once it is written down */
  readonly onward?: string;
  /** keysets of which nothing is to be held any more, which is why it is done */
  readonly leaves?: readonly string[];
  /** it goes on after any interruption, though nobody waits for it any more */
  readonly byItself?: true;
  /** the tab that wrote it down */
  readonly tab?: string;
  /** how far a restoring is */
  readonly scan?: Scan;
  readonly lock?: Lock;
  /** nutzaps whose ecash it takes; named to their senders when it is told to relays */
  readonly redeems?: readonly RedeemedNutzap[];
  readonly memo?: string;
  /** public key, hex, of whom it goes to or comes from, where that is known */
  readonly person?: string;
  /** of a token that goes out as a nutzap */
  readonly delivery?: Delivery;
  /** to whom the token is brought once it is there */
  readonly parcel?: Parcel;
  /** the payment of a request of ours that it takes in */
  readonly payment?: PaymentName;
  /** the Lightning address of this wallet that it was paid to */
  readonly address?: string;
  /** another device of the account began it, and told of it */
  readonly elsewhere?: true;
  /** how often it left, and how often the mint answered that it will not */
  readonly attempts: number;
  readonly refusals: number;
  /** sum of the proofs that it brought into the ledger */
  readonly got: number;
  /** of a payment: its mint gives no change, and may keep all that is spent (NUT-08) */
  readonly noChange?: true;
  /** of a payment: what its mint gave back beyond all that it owed; below 0: what it kept beyond the most that it had said */
  readonly surplus?: number;
  /** what proves a payment, hex */
  readonly preimage?: string;
  /** of a payment: when its mint was first seen to call it paid, where what comes back had to be looked for */
  readonly paidAt?: number;
  /** why it stands where it stands */
  readonly trouble?: EcashProblem;
  readonly createdAt: number;
  readonly changedAt: number;
};

const DONE: ReadonlySet<OperationPhase> = new Set(['committed', 'published', 'fenced']);

/** Whether nothing is left to do with money. What needs attention is never over. */
export const isOver = ({ phase }: Pick<Operation, 'phase'>): boolean => DONE.has(phase);

/** Whether proofs of ours or of a token are exchanged at the mint for fresh ones. */
export const isExchange = ({ kind }: Pick<Operation, 'kind'>): boolean =>
  kind !== 'melt' && kind !== 'deposit' && kind !== 'restore' && kind !== 'adoption';

/**
 * Whether it asks for nothing and waits alone: the mint calls what it holds pending, though nothing here spends it (PROOF-03). An
 * exchange that asks for something has outputs.
 */
export const isHeldBack = ({ kind, outputs }: Pick<Operation, 'kind' | 'outputs'>): boolean =>
  kind === 'consolidation' && outputs.length === 0;

/** Whether its token is out: somebody may take it at any time. */
export const isOut = ({ kind, phase }: Pick<Operation, 'kind' | 'phase'>): boolean =>
  kind === 'send' && phase === 'waiting';

/** Whether what it brings is to go on: a token to another mint, or a deposit to somebody as a gift. */
export const goesOn = ({ kind, into, gives }: Pick<Operation, 'kind' | 'into' | 'gives'>): boolean =>
  (kind === 'receive' && into !== undefined) || (kind === 'deposit' && gives !== undefined);

/** Whether its ecash is here, and is to go on now. */
export const isToGoOn = (record: Pick<Operation, 'kind' | 'phase' | 'into' | 'gives'>): boolean =>
  record.phase === 'answered' && goesOn(record);

/** Whether each request that left was refused: none is under way any more. */
export const isRefused = ({ attempts, refusals }: Pick<Operation, 'attempts' | 'refusals'>): boolean =>
  attempts === refusals;

/** Where an operation stands when nothing can be done for the moment. */
export type Pause =
  | { readonly type: 'over' }
  /** 'world': an invoice, a token or a payment is under way elsewhere. 'mint': it did not answer as it must */
  | { readonly type: 'waits'; readonly for: 'world' | 'mint'; readonly afterMs?: number | undefined };

const HOPELESS: ReadonlySet<EcashProblem['code']> = new Set([
  'funds-send',
  'funds-swap',
  'mint-refused',
  'mint-url',
  'nutzap-not-taken',
  'nutzap-no-common-mint',
]);

/** Whether what came may still go on, which could not be begun for this reason. */
export const mayGoOn = ({ createdAt }: Pick<Operation, 'createdAt'>, problem: EcashProblem, now: number): boolean =>
  (!HOPELESS.has(problem.code) || busyOf(problem) !== undefined) && now - createdAt < MOVE_GOES_ON_MS;
