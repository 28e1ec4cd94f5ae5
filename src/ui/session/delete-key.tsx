import type { KeyProblem } from '#domain/session/session-problem.ts';
import { AtStake } from '#ui/cache/at-stake.tsx';
import type { SeenStakes } from '#ui/cache/use-stakes.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { PersonLine } from './person-line.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { problemText } from '#ui/texts/problem-text.ts';
import { cacheTexts } from '#ui/texts/cache.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';

type Props = { pubkey: string; stakes: SeenStakes; problem: KeyProblem | undefined };

/** What is lost with a saved key, before it is deleted. */
export const DeleteKey = ({ pubkey, stakes, problem }: Props) => (
  <>
    <div className="row who">
      <PersonLine pubkey={pubkey} size="m" />
    </div>
    <p className="sheet__lead">{texts.deletion.lead}</p>
    <Banner tone="bad" icon="alert" title={texts.deletion.warning}>
      {texts.deletion.warningWhy}
    </Banner>
    <AtStake stakes={stakes} fate={cacheTexts.stake.needsKey} isLoss />
    {problem !== undefined && <Problem>{problemText({ code: 'key', key: problem, flow: 'save' })}</Problem>}
  </>
);
