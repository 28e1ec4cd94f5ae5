import type { PaymentRecord } from '#domain/wallet/payment.ts';
import type { WalletProblem } from '#domain/wallet/wallet-problem.ts';
import { wordsFor, type ProblemWords } from '#ui/texts/say.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';
import { clockLabel } from '#ui/texts/dates.ts';
import { linesOf, type KnownLine } from './known.ts';

const doubtText = (problem: WalletProblem): string =>
  problem.code in moneyTexts.doubts
    ? wordsFor(moneyTexts.doubts as ProblemWords<WalletProblem>, problem)
    : walletProblemText(problem).replace(/\.$/, '');

/** What is known of a payment and since when, the newest first. */
export const knownOf = (record: PaymentRecord): readonly KnownLine[] => {
  const { evidence: words } = moneyTexts;
  const { requestedAt, sentAt, deadline, unknownAt, settledAt, refusedAt, preimage, problem } = record;
  const isShown = record.route.kind === 'shown';
  const lines: (KnownLine | undefined)[] = [
    { at: requestedAt, text: isShown ? words.shown : words.written },
    sentAt === undefined ? undefined : { at: sentAt, text: words.sent(clockLabel(deadline ?? sentAt)) },
    unknownAt !== undefined && problem ? { at: unknownAt, text: words.doubt(doubtText(problem)) } : undefined,
    settledAt === undefined
      ? undefined
      : { at: settledAt, text: preimage !== undefined ? words.proof : isShown ? words.told : words.word },
    refusedAt !== undefined && problem ? { at: refusedAt, text: words.refused(walletProblemText(problem)) } : undefined,
  ];
  return lines.filter((line) => line !== undefined).reverse();
};

/** The same to give to others: the facts of the record that are nobody's secret, without the proof of payment. */
export const evidenceText = (record: PaymentRecord): string => {
  const { hash, invoice, msats, phase, rev, route } = record;
  const wallet = route.kind === 'nwc' ? `nwc ${route.walletPubkey}` : route.kind;
  return [
    `payment_hash ${hash}`,
    `msat ${msats}`,
    `phase ${phase}, rev ${rev}`,
    `wallet ${wallet}`,
    invoice,
    ...linesOf(knownOf(record)),
  ].join('\n');
};
