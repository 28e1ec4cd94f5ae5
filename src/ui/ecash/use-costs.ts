import { useEffect, useState } from 'react';
import { COSTS_TYPING_MS } from '#domain/ecash/ecash-limits.ts';
import { ecashProblemOf, isInvalid, isPassing, type EcashProblem } from '#domain/ecash/ecash-problem.ts';
import type { EcashCosts } from '#ports/ecash.ts';
import { failureText, isLockedOut } from './failure-text.ts';
import { useArea } from '#ui/system-context.ts';
import { useForgettingOnceOpen } from './use-ecash-access.ts';

type Help = 'unlock' | 'again';

export type Costs<Told = EcashCosts> = {
  readonly costs: Told | undefined;
  /** why they are not known, in words */
  readonly problem: string | undefined;
  /** what helps against that: an open wallet, or to ask once more */
  readonly help: Help | undefined;
  readonly isAsking: boolean;
  /** asks once more */
  readonly again: () => void;
};

type Known<Told> = {
  readonly key: string;
  /** by which try */
  readonly tries: number;
  readonly costs?: Told;
  readonly problem?: string;
  readonly help?: Help | undefined;
};

/** To ask once more costs nothing, so it is offered after all that may be another time. */
const mayPass = (problem: EcashProblem): boolean => {
  if (problem.code === 'mint-refused') return isPassing(problem) || !isInvalid(problem.number);
  return isPassing(problem) || problem.code === 'ecash-unknown' || problem.code === 'ecash-other-tab';
};

const helpFor = (error: unknown): Help | undefined => {
  if (isLockedOut(error)) return 'unlock';
  return mayPass(ecashProblemOf(error)) ? 'again' : undefined;
};

/**
 * What something comes to before it is begun; `key` says of what, undefined: of nothing. Only what was asked for last is told; while
 * it is asked once more, what the last try came to stays. That the wallet is not open is forgotten once it is.
 */
export const useCosts = <Told = EcashCosts>(key: string | undefined, ask: () => Promise<Told>): Costs<Told> => {
  const ecash = useArea('ecash');
  const [known, learn] = useState<Known<Told>>();
  const [tries, setTries] = useState(0);
  const isOpen = useForgettingOnceOpen(() => known?.help === 'unlock' && learn(undefined));
  useEffect(() => {
    if (key === undefined) return undefined;
    let isOver = false;
    const tell = (said: Omit<Known<Told>, 'key' | 'tries'>) => {
      if (!isOver) learn({ key, tries, ...said });
    };
    const timer = setTimeout(() => {
      ask().then(
        (costs) => tell({ costs }),
        (error: unknown) => tell({ problem: failureText(error), help: helpFor(error) }),
      );
    }, COSTS_TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` says all that `ask` depends on; unlocked, it may tell more
  }, [key, tries, isOpen]);
  const told = key !== undefined && known?.key === key ? known : undefined;
  return {
    costs: told?.costs,
    problem: told?.problem,
    help: told?.help,
    isAsking: key !== undefined && told?.tries !== tries,
    again() {
      // heard only where the wallet could not be opened
      ecash.send({ type: 'ecash.retry' });
      setTries(tries + 1);
    },
  };
};
