import type { AddressRow } from '#domain/ecash/address.ts';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import type { MadeOffer } from '#domain/ecash/ledger/made-offer.ts';
import type { MadeRequest } from '#domain/ecash/requests/made-request.ts';
import type { MintFacts } from '#domain/ecash/mints/mint.ts';
import type { Operation } from '#domain/ecash/ledger/operation.ts';
import type { Copies } from '#domain/ecash/ledger/outbox.ts';
import type { PaymentRequest } from '#domain/ecash/requests/payment-request.ts';
import type { Lock } from '#domain/ecash/proof.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { Nutzaps } from './nutzaps.ts';
import type { MintDay } from '#domain/ecash/mints/mint-tally.ts';
import type { Recommendations } from '#domain/ecash/mints/recommendation.ts';
import type { PaidPart } from '#domain/wallet/payment.ts';
import type { Changing } from './session.ts';

/** What this wallet itself saw of a mint; nobody else's word. */
export type MintSeen = {
  /** the last 28 days at most, the oldest first */
  readonly days: readonly MintDay[];
  /** of the last answers, in ms; undefined as long as there was none */
  readonly medianMs: number | undefined;
  /** it did not answer when it was asked last */
  readonly isSilent: boolean;
  /** ms since the epoch */
  readonly lastAnswerAt: number | undefined;
  readonly lastFailureAt: number | undefined;
};

/** A mint that this wallet uses, or where something of it is. Amounts in sats. */
export type EcashMint = {
  /** address, normalised */
  readonly url: string;
  /** as it calls itself, else its host */
  readonly name: string;
  /** undefined until it answered once */
  readonly facts: MintFacts | undefined;
  /** what can be spent there now */
  readonly balance: number;
  /** what operations hold, and what is out in tokens that nobody took */
  readonly held: number;
  readonly seen: MintSeen;
  /** pieces of ecash by keyset */
  readonly pieces: Readonly<Record<string, number>>;
  /** it is one's own; else what is there can be spent and moved away, and nothing new goes there unasked */
  readonly isOwn: boolean;
  /** another device of the account left it; it is here as long as something is there */
  readonly isLeft: boolean;
  /** it cannot be removed: something of ours is there in whichever unit, under way from or to it, or comes in by an offer */
  readonly isInUse: boolean;
  /** what is kept there in other units, by unit, in its smallest part */
  readonly others: Readonly<Record<string, number>>;
};

/** All that a person has, as the ledger says it; also while the key is locked. Amounts in sats. */
export type EcashStand = {
  /** there is a wallet, whether it is open or not */
  readonly exists: boolean;
  /** what others lock ecash to for this wallet; undefined without one */
  readonly lockKey: string | undefined;
  readonly balance: number;
  /** the largest balance first */
  readonly mints: readonly EcashMint[];
  /** what is not over, the newest first: deposits that wait, tokens that are out, payments of which nobody knows */
  readonly open: readonly Operation[];
  /** what is over, the newest first */
  readonly history: readonly HistoryRow[];
  /** what this account asked others to pay, the newest first */
  readonly requests: readonly MadeRequest[];
  /** offers of this account's own, the newest first, also those that are not used any more */
  readonly offers: readonly MadeOffer[];
  /** the recovery phrase was written down, as the user showed */
  readonly areWordsKept: boolean;
  /**
   * There was a wallet with sats in this browser, and its ledger is empty now, though nobody deleted it: what there was last, and
   * when (ms since the epoch).
   */
  readonly lost: { readonly sats: number; readonly at: number } | undefined;
  /** the ledger cannot be read or written */
  readonly problem: EcashProblem | undefined;
};

/** What a token says and what taking it comes to, before anything is taken. Amounts in sats. */
export type TokenLook = {
  readonly mint: string;
  /** this wallet uses it */
  readonly isKnown: boolean;
  /** what can still be taken, as its mint says: `gone` besides was spent already, where that is not all of it */
  readonly amount: number;
  readonly gone: number;
  readonly pieces: number;
  readonly memo: string | undefined;
  /** what the mint takes for the exchange; undefined while the mint does not answer */
  readonly fee: number | undefined;
  /** all pieces bear what proves that their mint signed them (NUT-12), and it is right */
  readonly isProven: boolean;
  /** whether it is locked; `ours`: this wallet opens it now; `until` in seconds */
  readonly lock: { readonly ours: boolean; readonly until: number | undefined } | undefined;
  /** Y of the first proof that is to be had, as `HistoryRow.tokenY` has it */
  readonly y: string;
  /** it was made here */
  readonly isOwn: boolean;
  /** the operation that gave it out, by which it is taken back; undefined for one of others, and once it is not out any more */
  readonly out: string | undefined;
  /** what speaks against it, also that it is spent */
  readonly problem: EcashProblem | undefined;
};

/** How a token stands that somebody showed, as its mint says, and what this wallet had to do with it. */
export type TokenStand = {
  readonly mint: string;
  readonly state: 'unspent' | 'pending' | 'partly spent' | 'spent';
  /** Y of its first proof, as `HistoryRow.tokenY` has it */
  readonly y: string;
  /** it was made here */
  readonly isOwn: boolean;
};

/** A token that somebody sent by private message. */
export type Arrival = {
  /** of its message */
  readonly id: string;
  /** the message as relays have it */
  readonly wrap: NostrEvent;
  /** hex */
  readonly sender: string;
  /** seconds */
  readonly at: number;
  readonly token: string;
  /** Y of its first proof, as `HistoryRow.tokenY` has it */
  readonly y: string;
};

/** Whether ecash is looked for in private messages. */
export type ByMessage = {
  readonly stand: Changing<{
    /** others are told where, and messages are opened */
    readonly receives: boolean;
    /** relays have what was published last; undefined as long as nobody said */
    readonly isPublished: boolean | undefined;
  }>;
  set(receives: boolean): void;
};

/** A Lightning address at a service, whose payments come into the ecash. */
export type EcashAddress = {
  /** how it stands; undefined as long as none was set up here */
  readonly stand: Changing<AddressRow | undefined>;
  /** the service that is proposed */
  readonly usual: string;
  /** Has the service let payments wait at a mint, locked to this wallet; gives the address. Nothing is published. */
  setUp(service: string, mint: string): Promise<string>;
  /** Fetches what was paid, now; gives the sats that are on their way in. */
  fetch(): Promise<number>;
  /** Nothing is fetched by itself any more. */
  leave(): Promise<void>;
};

/** What paying or moving comes to before it is begun, in sats. */
export type EcashCosts = {
  readonly amount: number;
  /** what the route may take at most; the rest comes back */
  readonly reserve: number;
  /** what mints take for pieces of ecash */
  readonly fee: number;
  /** what is left at the mint that pays, at least */
  readonly left: number;
};

/** What a token comes to; `taking`: what its mint takes from whoever takes it, as it is made now. */
export type TokenCosts = EcashCosts & { readonly taking: number };

/** An offer as it was read, and which mint is to pay how much. */
export type OfferWish = { readonly mint: string; readonly offer: string; readonly sats?: number };

/** What one of several mints pays of an invoice, and what that comes to. */
export type EcashPart = EcashCosts & PaidPart;

/** Where the words are looked for. */
export type RestoreMint = {
  readonly url: string;
  readonly stands: 'waiting' | 'asking' | 'done' | 'failed';
  readonly problem: EcashProblem | undefined;
  /** it is written down, and tried again by itself */
  readonly goesOn: boolean;
  /** numbers of the seed that were asked for, and keysets of how many */
  readonly asked: number;
  readonly keysets: { readonly done: number; readonly all: number };
  /** sats that were found unspent and are now in the ledger */
  readonly found: number;
};

/** What relays know of a wallet of the account; `mints`: as far as it could be read. */
export type EcashElsewhere = { readonly exists: boolean; readonly mints: readonly string[] };

/** What relays hold of the ecash, as they said themselves. */
export type EcashCopies = Copies & {
  /** the user wants it there */
  readonly isOn: boolean;
  /**
   * What is done about it in this tab. 'short': too few relays took something, it is told again. 'unsigned': the signer said no.
   * 'not here': the wallet is locked, or another tab acts.
   */
  readonly state: 'not here' | 'off' | 'telling' | 'short' | 'unsigned' | 'at rest';
};

/**
 * What views have of ecash. Each act that moves money gives the id of its operation once that is written down; what becomes of
 * it stands in `stand`, goes on when its view is gone, and is found again at the next start. All reject with a `Failure`
 * (words by `say`), and then nothing moved.
 */
export type Ecash = {
  readonly stand: Changing<EcashStand | undefined>;
  /** Another tab has the ecash open, and this browser cannot share it between tabs: nothing can be moved in this one. */
  readonly isReadOnly: Changing<boolean>;
  readonly nutzaps: Nutzaps;
  readonly byMessage: ByMessage;
  readonly address: EcashAddress;
  /** Mints that the page offers: those of the sample network (`sampleMints` of its configuration), none elsewhere. */
  readonly sample: readonly string[];

  /** Makes the wallet of this account, with new words or with those that somebody wrote down (12 to 24). */
  create(words?: string): Promise<void>;
  /** Whether the account has a wallet that is not on this device; undefined until it was looked for. */
  readonly elsewhere: Changing<EcashElsewhere | undefined>;
  lookElsewhere(): Promise<void>;
  /** The recovery phrase, once more unlocked by `passphrase` where the key has one. */
  words(passphrase?: string): Promise<string>;
  /** The user knows that what was here is gone. */
  forgetLost(): void;
  /** The user picked the right words from the paper. */
  keepWords(): Promise<void>;

  /** Mints that people recommend whom the user follows, and what the user says of mints. Asks relays, once each time. */
  recommended(signal: AbortSignal): Promise<Recommendations>;
  /** Asks a mint who it is, before it is used. */
  meet(url: string): Promise<{ readonly facts: MintFacts; readonly tookMs: number }>;
  addMint(url: string): Promise<void>;
  /** Rejects with 'mint-in-use' while it `isInUse`. */
  removeMint(url: string): Promise<void>;
  refreshMint(url: string): Promise<void>;

  /** Asks the mint of a token whether it is spent; also without a wallet, and while it is locked. */
  askToken(text: string): Promise<TokenStand>;
  readToken(text: string): Promise<TokenLook>;
  /**
   * Takes a token; `into`: another mint, to which its worth is moved at once, so that its own need not be trusted. `seen`: as it
   * was looked at; of one of which a part was spent then the rest is taken, or nothing where that is less by now ('token-partly-spent').
   */
  receive(text: string, into?: string, seen?: Pick<TokenLook, 'amount' | 'gone'>): Promise<string>;
  /** What moving the worth of a token, as it was looked at, to another mint comes to. */
  swapCosts(seen: Pick<TokenLook, 'mint' | 'amount' | 'fee'>, into: string): Promise<EcashCosts>;

  /** `byEvent`: it reaches somebody as a private message or a nutzap. */
  sendCosts(wish: {
    readonly mint: string;
    readonly amount: number;
    readonly isLocked?: boolean;
    readonly byEvent?: boolean;
  }): Promise<TokenCosts>;
  send(wish: {
    readonly mint: string;
    readonly amount: number;
    readonly memo?: string;
    readonly lock?: Lock;
    /** for whom it is, hex */
    readonly person?: string;
  }): Promise<string>;
  /** The key that a person wants ecash locked to (NIP-61); undefined when they published none. Rejects when no relay answers. */
  lockKeyOf(pubkey: string): Promise<string | undefined>;
  /** Sends a token that is out to somebody by private message; rejects when they take none, or no relay has it. */
  sendToken(operation: string, pubkey: string): Promise<void>;
  /** What came by private message and was neither taken nor put away, the newest first. */
  readonly arrivals: Changing<readonly Arrival[]>;
  putAway(arrival: string): Promise<void>;
  /** The text of a token that is out, or of one that was to be received. */
  token(operation: string): Promise<string>;
  /** Takes back a token that nobody took; undefined when it was taken, or is locked to somebody, still or for ever. */
  reclaim(operation: string): Promise<string | undefined>;

  /** Nobody pays the invoice of a deposit any more: it ends once its mint says so. What was paid all the same is taken. */
  stopWaiting(operation: string): Promise<void>;
  deposit(wish: { readonly mint: string; readonly amount: number; readonly memo?: string }): Promise<string>;

  /**
   * What a mint wants for an invoice; `msats` for one without an amount, `of`: the operation that took the nutzap whose worth it
   * sends on. The payment itself goes by `Paying` as all do.
   */
  payCosts(wish: {
    readonly mint: string;
    readonly invoice: string;
    readonly msats?: number;
    readonly of?: string;
  }): Promise<EcashCosts>;

  /** What a mint wants for paying an offer (BOLT 12); `sats` for one that leaves it to the payer. */
  offerCosts(wish: OfferWish): Promise<EcashCosts>;
  /** Pays an offer once; `most`: amount and reserve that the user saw. Rejects when the mint wants more by now. */
  payOffer(wish: OfferWish & { readonly most: number; readonly memo?: string }): Promise<string>;

  /**
   * An offer of one's own: what is paid to it, any number of times, becomes ecash of this mint by itself. Without an amount the
   * payer says how much. Gives its id.
   */
  makeOffer(wish: { readonly mint: string; readonly amount?: number; readonly memo?: string }): Promise<string>;
  /** It is not used any more; what somebody pays to it all the same is found for a while. */
  closeOffer(id: string): Promise<void>;

  /**
   * Which mints pay how much of an invoice that none of them can pay alone, and what each wants for it; what they are told to pay
   * is a route of `Paying`. Rejects with 'funds-send' when they cannot together.
   */
  partsCosts(wish: { readonly invoice: string; readonly msats: number }): Promise<readonly EcashPart[]>;

  /** `amount` arrives there; 'all': as much as can. */
  transferCosts(wish: {
    readonly from: string;
    readonly to: string;
    readonly amount: number | 'all';
  }): Promise<EcashCosts>;
  /** `most`: amount and reserve that the user saw. Rejects when the mint wants more by now. */
  transfer(wish: {
    readonly from: string;
    readonly to: string;
    readonly amount: number | 'all';
    readonly most?: number | undefined;
  }): Promise<string>;

  /**
   * Looks for what the words have at these mints, besides those that are looked at already; one that failed is asked again.
   * What is found is in the ledger at once. Ends when all were asked.
   */
  readonly restoring: Changing<readonly RestoreMint[] | undefined>;
  /** `from`: the words of this wallet, or those given to `findMints`, whose ecash is exchanged; left out: as before. */
  restore(mints: readonly string[], from?: 'own' | 'others'): void;
  /**
   * Ends with what was found so far; what has ended already, or goes on by itself, is no longer shown. `operation`: the looking at
   * one mint, which alone ends.
   */
  stopRestoring(operation?: string): void;
  /**
   * The mints that relays name for recovery words (NUT-27): for those of this wallet, or for `words`, which are held until
   * `stopRestoring`, until the key is locked, or until nobody reads `restoring` any more and no mint is asked. Rejects with
   * 'words-wrong', with 'ecash-locked' when it is ended meanwhile, and when no relay can be asked.
   */
  findMints(words?: string): Promise<readonly string[]>;

  readonly copies: Changing<EcashCopies | undefined>;
  /** Whether ecash is kept on relays. What they hold by then stays there. */
  keepOnRelays(isOn: boolean): void;
  /** Tells relays now what they lack. */
  copyAgain(): void;

  /** What a payment request says (NUT-18, NUT-26). Throws a `Failure` for what cannot be paid. */
  readRequest(text: string): PaymentRequest;
  /**
   * Makes what was asked for, locked where that was asked for, and has it brought there. The same `attempt` is one payment,
   * however often it is begun, in any tab.
   */
  payRequest(wish: {
    readonly request: string;
    readonly mint: string;
    /** where the request leaves it open */
    readonly amount?: number;
    readonly attempt: string;
  }): Promise<string>;
  /** What was not taken in is brought there once more, as it was. */
  deliverAgain(operation: string): Promise<void>;
  /** Asks for sats: written down, and awaited in private messages. Gives the id of the request. */
  makeRequest(wish: {
    readonly amount?: number;
    readonly memo?: string;
    readonly mints: readonly string[];
    readonly isSingleUse: boolean;
    /** what is paid can be opened by this wallet alone */
    readonly isLocked: boolean;
  }): Promise<string>;
  /** It is not awaited any more. */
  closeRequest(id: string): Promise<void>;
  /** Whether a payment of a mint that was not asked for is taken. */
  decidePayment(payment: { readonly request: string; readonly rumor: string }, isWanted: boolean): Promise<void>;
  /** What could not be taken yet is tried again. */
  resumePayments(): Promise<void>;

  /** The user wants to know now what became of an operation. */
  look(operation: string): void;
};
