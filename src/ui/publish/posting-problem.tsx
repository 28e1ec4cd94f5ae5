import { Problem } from '#ui/kit/problem.tsx';
import { RelaysWay } from '#ui/relays/relays-way.tsx';
import type { OpenComposer } from './with-composer.tsx';

type Props = { composer: Pick<OpenComposer, 'problem' | 'lacksRelays'>; id?: string };

/** Why it was not posted, and what can be done about it. */
export const PostingProblem = ({ composer: { problem, lacksRelays }, id }: Props) => (
  <Problem id={id} hidden={problem === ''}>
    {lacksRelays ? (
      <span>
        {problem} <RelaysWay />
      </span>
    ) : (
      problem
    )}
  </Problem>
);
