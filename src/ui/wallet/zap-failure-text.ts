import type { ZapFailure } from '#domain/wallet/zap-wish.ts';
import { ecashProblemText } from '#ui/ecash/failure-text.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { walletProblemText } from '#ui/texts/wallet.ts';

/** Why a zap was not sent, in words. */
export const zapFailureText = (failure: ZapFailure): string => {
  if ('ecash' in failure) return ecashProblemText(failure.ecash);
  return 'wallet' in failure ? walletProblemText(failure.wallet) : problemText(failure.problem);
};
