import { useEffect, useRef } from 'react';
import { Problem } from '#ui/kit/problem.tsx';
import { RelaysWay } from '#ui/relays/relays-way.tsx';
import type { OpenComposer } from './with-composer.tsx';

type Props = { composer: Pick<OpenComposer, 'problem' | 'complaint' | 'lacksRelays'>; id?: string };

/** Why it was not posted, and what can be done about it; in sight after each press. */
export const PostingProblem = ({ composer: { problem, complaint, lacksRelays }, id }: Props) => {
  const words = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (complaint) words.current!.scrollIntoView({ block: 'nearest' });
  }, [complaint]);
  return (
    <Problem id={id} hidden={problem === ''}>
      <span ref={words}>
        {problem}
        {lacksRelays && (
          <>
            {' '}
            <RelaysWay />
          </>
        )}
      </span>
    </Problem>
  );
};
