import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { HistoryRow } from '#domain/ecash/ledger/ledger-history.ts';
import { moneyTexts } from '#ui/texts/money.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { ecashProblemText, notDoneText } from './failure-text.ts';

/** A reason, where one is known, and how it stands now. */
export const reasonAnd = (words: string | undefined, stand: string): string =>
  words ? `${words}${/[.!?…]$/.test(words) ? '' : '.'} ${stand}` : stand;

/** Why something was not done, where that is known, and how it stands now. */
export const endedWhy = (why: EcashProblem | undefined, stand: string): string =>
  reasonAnd(why && notDoneText(why), stand);

/** How a deposit ended that brought nothing here. */
export const depositEnd = (
  { outcome, why }: Pick<HistoryRow, 'outcome' | 'why'>,
  mint: string,
): { readonly title: string; readonly why: string } => {
  if (outcome === 'spent elsewhere')
    return { title: moneyTexts.takenElsewhereTitle, why: ecashProblemText({ code: 'quote-taken' }) };
  if (why?.code === 'quote-issued')
    return { title: ecashMovesTexts.deposit.attention(mint), why: ecashProblemText(why) };
  return { title: ecashMovesTexts.deposit.unpaid, why: ecashMovesTexts.deposit.unpaidWhy };
};
