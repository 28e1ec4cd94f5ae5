import type { PayerProblem } from '#domain/wallet/zap-problem.ts';
import { zapFailureText } from './zap-failure-text.ts';

/** What the wallet or the mint says to a zap that it did not pay. */
export const ZapRefusal = ({ why }: { why: PayerProblem }) => <>: {zapFailureText(why)}</>;
