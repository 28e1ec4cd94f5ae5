import type { ZapProblem } from '#domain/wallet/zap-problem.ts';
import { toldDoubtText, zapFailureText } from './zap-failure-text.ts';

type Props = { problem: Extract<ZapProblem, { code: 'zap-refused' | 'zap-unknown' }> };

/** What the wallet or the mint says to a zap that it did not pay, or of which nobody knows whether it did. */
export const ZapRefusal = ({ problem }: Props) => (
  <>: {problem.code === 'zap-refused' ? zapFailureText(problem.why) : toldDoubtText(problem.doubt)}</>
);
