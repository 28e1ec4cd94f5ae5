import type { Operation } from '#domain/ecash/ledger/operation.ts';
import { mintsOfRoute, type PaymentRecord } from '#domain/wallet/payment.ts';
import type { WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { wordsFor, type ProblemWords } from '#ui/texts/say.ts';
import { ecashProblemText, refusalText } from '#ui/ecash/failure-text.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';
import { clockLabel } from '#ui/texts/dates.ts';
import { linesOf, type KnownLine } from './known-lines.ts';

const { evidence: words } = moneyTexts;

const doubtText = (problem: WalletProblem, { route }: PaymentRecord): string => {
  // its answer may have come to a page that was closed
  if (route.kind === 'ecash' && problem.code === 'no-answer') return words.unheard;
  return problem.code in moneyTexts.doubts
    ? wordsFor(moneyTexts.doubts as ProblemWords<WalletProblem>, problem)
    : walletProblemText(problem).replace(/\.$/, '');
};

/** Whom it was asked of: a wallet, which may begin for a while, or mints. */
const sentText = ({ deadline }: PaymentRecord, sentAt: number, mint: string | undefined): string =>
  mint === undefined ? words.sent(clockLabel(deadline ?? sentAt)) : ecashMovesTexts.pay.sent(mint);

const paidText = ({ preimage, route }: PaymentRecord, mint: string | undefined): string => {
  if (preimage !== undefined) return words.proof;
  if (route.kind === 'shown') return words.told;
  return mint === undefined ? words.word : ecashMovesTexts.pay.word(mint);
};

/** What its mints do for a payment: their names, and operations that are not over. */
export type AtMints = { readonly mint?: string | undefined; readonly melts?: readonly Operation[] };

/** Why something stands still at a mint. */
const troubleOf = ({ trouble, changedAt }: Operation): readonly KnownLine[] =>
  trouble ? [{ at: changedAt, text: ecashProblemText(trouble) }] : [];

/** What is known of a payment and since when, the newest first. */
export const knownOfPayment = (record: PaymentRecord, { mint, melts = [] }: AtMints = {}): readonly KnownLine[] => {
  const { requestedAt, sentAt, unknownAt, settledAt, refusedAt, problem } = record;
  const refusal = refusalText(record);
  const isShown = record.route.kind === 'shown';
  const lines: (KnownLine | undefined)[] = [
    { at: requestedAt, text: isShown ? words.shown : words.written },
    sentAt === undefined ? undefined : { at: sentAt, text: sentText(record, sentAt, mint) },
    unknownAt !== undefined && problem ? { at: unknownAt, text: words.doubt(doubtText(problem, record)) } : undefined,
    settledAt === undefined ? undefined : { at: settledAt, text: paidText(record, mint) },
    refusedAt !== undefined && refusal !== undefined ? { at: refusedAt, text: words.refused(refusal) } : undefined,
  ];
  const all = [...lines.filter((line) => line !== undefined), ...melts.flatMap(troubleOf)];
  return all.toSorted((one, other) => one.at - other.at).reverse();
};

/** The same to give to others: the facts of the record that are nobody's secret, without the proof of payment. */
export const evidenceText = (record: PaymentRecord, at: AtMints = {}): string => {
  const { hash, invoice, msats, phase, rev, route } = record;
  const wallet = route.kind === 'nwc' ? `nwc ${route.walletPubkey}` : route.kind;
  return [
    `payment_hash ${hash}`,
    `msat ${msats}`,
    `phase ${phase}, rev ${rev}`,
    `wallet ${wallet}`,
    ...mintsOfRoute(route).map((url) => `mint ${url}`),
    ...(at.melts ?? []).flatMap((melt) =>
      melt.quote ? [`quote ${melt.quote.id}, operation ${melt.id}, ${melt.phase}`] : [],
    ),
    invoice,
    ...linesOf(knownOfPayment(record, at)),
  ].join('\n');
};
