import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useArea } from '#ui/system-context.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { useLoginProblem } from './use-login.ts';

/** Login by the extension out of one view: whether it can be asked, is being asked, and what it said (LOGIN-09, LOGIN-20). */
export const useExtensionLogin = (quiet: boolean) => {
  const login = useArea('login');
  const problem = useLoginProblem();
  const [wasAsked, setAsked] = useState(false);
  const isAsking = useSelector(login, (snapshot) => snapshot.hasTag('asking extension'));
  const isThere = useSelector(useArea('extension-watch'), (snapshot) => snapshot.hasTag('available'));
  const isOver = wasAsked && !isAsking;
  return {
    isAsking,
    isThere,
    /** it was asked and nobody is logged in by it */
    hasFailed: isOver,
    /** undefined also when the failure is not to be told (LOGIN-21, docs/adr/0090-a-login-in-the-header-that-failed.md) */
    problem: isOver && problem && problem.code !== 'invalid-pubkey' ? problemText(problem) : undefined,
    ask() {
      setAsked(true);
      login.send({ type: 'login.extension', quiet });
    },
    stop() {
      setAsked(false);
      login.send({ type: 'login.cancel' });
    },
    /** another way was taken: what the extension said no longer matters */
    forget: () => setAsked(false),
  };
};
