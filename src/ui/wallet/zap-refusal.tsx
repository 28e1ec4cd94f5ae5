import type { ToldZap } from '#domain/wallet/zap-problem.ts';
import type { ZapFailure } from '#domain/wallet/zap-wish.ts';
import { useNameInText } from '#ui/name-in-text.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { useStuck, type Stuck } from './use-stuck.ts';
import { toldDoubtText, zapFailureText } from './zap-failure-text.ts';

const whyOf = (told: ToldZap, stuck: Stuck | undefined): string => {
  if (stuck) return `${stuck.title}.`;
  if (told.code === 'zap-refused') return zapFailureText(told.why as ZapFailure);
  return told.code === 'zap-unknown' ? toldDoubtText(told.doubt) : `${texts.otherPayee(told.address)}.`;
};

/** What is told of a zap at which nobody looks: whose it is, how large, and why it is told. */
export const ZapRefusal = ({ told }: { told: ToldZap }) => {
  const { code, zap } = told;
  const stuck = useStuck()('doubt' in told ? told.doubt.payment : undefined);
  return <>{texts.told[code](texts.sats(zap.sats), useNameInText(zap.recipient), whyOf(told, stuck))}</>;
};
