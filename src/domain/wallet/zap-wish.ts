import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { problemOf, type Problem } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import type { PaymentPurpose } from './payment.ts';
import { WalletError } from './wallet-problem.ts';
import type { PayerProblem, WhyUnread } from './zap-problem.ts';
import type { ZapShare } from './zap-split.ts';
import type { ZapWay } from './zap-way.ts';

/** What somebody wants to give to one person; a zap that is shared is several of these. */
export type ZapWish = {
  /** one that no other zap has */
  readonly id: string;
  /** hex */
  readonly recipient: string;
  /** what is zapped; left out: the person */
  readonly note?: Pick<NostrEvent, 'id' | 'kind'> | undefined;
  readonly sats: number;
  readonly comment: string;
  /** signed by a key that nobody knows */
  readonly anonymous: boolean;
  /** given as ecash of this mint (NIP-61); left out: paid over Lightning */
  readonly mint?: string | undefined;
  /** that ecash is made for it: the Lightning wallet pays the mint */
  readonly fromWallet?: true;
};

/** What a wish says of the way by which it is given. */
export const giving = (way: ZapWay): Pick<ZapWish, 'mint' | 'fromWallet'> => {
  if (way.by === 'lightning') return {};
  return way.by === 'ecash' ? { mint: way.mint } : { mint: way.mint, fromWallet: true };
};

/** What was shown of a zap that is shared: what each of those who share gets and by which way, in the same order. */
type ShownShares = {
  readonly shares: readonly Pick<ZapShare, 'pubkey'>[];
  readonly parts: readonly number[];
  readonly ways: readonly ZapWay[];
};

/** Whether these wishes give each person just what was shown, by the way that was shown. */
export const isAsShown = (wishes: readonly ZapWish[], { shares, parts, ways }: ShownShares): boolean => {
  const shown = shares.flatMap(({ pubkey: recipient }, at) =>
    parts[at]! > 0 ? { recipient, sats: parts[at]!, ...giving(ways[at]!) } : [],
  );
  const given = wishes.map(({ recipient, sats, mint, fromWallet }) => ({ recipient, sats, mint, fromWallet }));
  return JSON.stringify(given) === JSON.stringify(shown);
};

/** Why a zap was not sent: what the app says of itself, of the wallet, or of ecash. */
export type ZapFailure = { readonly problem: Problem } | PayerProblem;

/** Why no answer of a provider could be read, where it was that. */
export const unreadOf = (failure: ZapFailure): WhyUnread | undefined =>
  'problem' in failure && 'unread' in failure.problem ? failure.problem.unread : undefined;

const LASTING: ReadonlySet<Problem['code']> = new Set([
  'no-lightning-address',
  'lnurl-not-https',
  'lud06-format',
  'lud16-format',
  'secret-inside',
]);

/** Whether asking once more can help: not where the profile itself names no address that can be used, or what is zapped holds a key. */
export const isPassing = (failure: ZapFailure): boolean => !('problem' in failure && LASTING.has(failure.problem.code));

/** ZAP-14: what comes without a message is told as such. */
export const zapFailureOf = (error: unknown): ZapFailure => {
  if (error instanceof WalletError) return { wallet: error.problem };
  if (error instanceof EcashError) return { ecash: error.problem };
  return { problem: problemOf(error, { code: 'zap-failed' }) };
};

/** What was zapped: the id of a note or the public key of a person, whose hex is never the same. */
export const zapTargetOf = ({ note, recipient }: Pick<ZapWish, 'note' | 'recipient'>): string => note?.id ?? recipient;

/** The same of a payment that was written down; undefined when it is no zap. */
export const zapTargetOfPayment = (purpose: PaymentPurpose | undefined): string | undefined =>
  purpose && (purpose.note ?? purpose.recipient);

/** The payment of a zap, as it is written down. */
export const zapPurposeOf = ({ recipient, note, comment }: ZapWish): PaymentPurpose => ({
  kind: 'zap',
  recipient,
  ...(note && { note: note.id }),
  ...(comment !== '' && { comment }),
});

/** Where zaps of a note or a person stand, as their button says it; the first of these that holds. */
export const ZAP_STANDS = ['asks', 'not known', 'sending', 'failed', 'sent'] as const;
export type ZapStand = (typeof ZAP_STANDS)[number];

/** A zap as it is written down, by whichever visit or tab; `id`: of its page among the payments. */
export type WrittenZap = { readonly id: string; readonly sats: number; readonly stand: ZapStand };

/** The one of several that a person must hear of first; undefined when there is none. */
export const firstStand = (stands: readonly ZapStand[]): ZapStand | undefined =>
  ZAP_STANDS.find((stand) => stands.includes(stand));

/** When a zap began, when each of its steps was done, and since when its wallet is asked to pay; ms since the epoch. */
export type ZapTimes = Readonly<Partial<Record<'begun' | 'address' | 'request' | 'invoice' | 'paying', number>>>;

/** A zap of this visit as it is shown. */
export type ZapView = {
  readonly id: string;
  readonly wish: ZapWish;
  /** undefined: the user gave it up */
  readonly stand: ZapStand | undefined;
  /** the state of its chart, of those inside each other the outer one */
  readonly state: string;
  readonly failure?: ZapFailure | undefined;
  /** why it is not known what became of the payment */
  readonly doubt?: ZapFailure | undefined;
  /** payment hash of its invoice, once there is one, hex */
  readonly payment?: string | undefined;
  readonly times: ZapTimes;
};
