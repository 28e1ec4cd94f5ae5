import type { KeyProblem } from '#domain/session/session-problem.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { PersonLine } from './person-line.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { problemText } from '#ui/texts/problem-text.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';

/** What is lost with a saved key, before it is deleted. */
export const DeleteKey = ({ pubkey, problem }: { pubkey: string; problem: KeyProblem | undefined }) => (
  <>
    <div className="row who">
      <PersonLine pubkey={pubkey} size="m" />
    </div>
    <p className="sheet__lead">{texts.deletion.lead}</p>
    <Banner tone="bad" icon="alert" title={texts.deletion.warning}>
      {texts.deletion.warningWhy}
    </Banner>
    {problem !== undefined && <Problem>{problemText({ code: 'key', key: problem, flow: 'save' })}</Problem>}
  </>
);
