import type { WalletProblem } from '#domain/wallet/wallet-problem.ts';
import type { ZapDoubt } from '#domain/wallet/zap-problem.ts';
import type { ZapFailure } from '#domain/wallet/zap-wish.ts';
import { ecashProblemText, notDoneText } from '#ui/ecash/failure-text.ts';
import { ecashMovesTexts } from '#ui/texts/ecash-moves.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';
import { providerProblemText, zapTexts as texts } from '#ui/texts/zap.ts';

/** Whether it came without a message (ZAP-14). */
const isWordless = (problem: WalletProblem): boolean =>
  problem.code === 'unknown' || (problem.code === 'provider' && problem.said === '');

/** Why a zap was not sent, in words. */
export const zapFailureText = (failure: ZapFailure): string => {
  if ('ecash' in failure) return notDoneText(failure.ecash);
  if ('problem' in failure) return providerProblemText(failure.problem);
  return isWordless(failure.wallet) ? problemText({ code: 'zap-failed' }) : walletProblemText(failure.wallet);
};

/** How it stands with ecash that was not given: its mint may have been paid for it, and gave nothing. */
export const notGivenText = (failure: ZapFailure): string => {
  const code = 'ecash' in failure ? failure.ecash.code : undefined;
  return code === 'quote-issued' || code === 'quote-taken' ? texts.giftPaid : texts.giftNot;
};

/** Code of a mint that tried to pay by Lightning; with the others it may have refused before anything left. */
const PAYMENT_FAILED = 20_004;

/** How it stands with the ecash that was to pay. */
export const notPaidText = (failure: ZapFailure): string | undefined =>
  'ecash' in failure && failure.ecash.code === 'mint-refused' && failure.ecash.number === PAYMENT_FAILED
    ? ecashMovesTexts.pay.about['not paid'].why
    : undefined;

/** ZAP-13; a wallet that did answer, and whose answer proves nothing, is quoted. */
export const zapDoubtText = (doubt: ZapFailure | undefined): string => {
  if (!doubt || ('wallet' in doubt && doubt.wallet.code === 'no-answer')) return texts.timedOut;
  return 'ecash' in doubt ? ecashProblemText(doubt.ecash) : zapFailureText(doubt);
};

/** The same for who does not look at it, and that nothing is paid a second time. */
export const toldDoubtText = ({ isGiven, why }: ZapDoubt): string =>
  isGiven ? texts.giftWaits : `${zapDoubtText(why).replace(/(?<![.!?])$/, '.')} ${texts.mayStillPay}`;
