import { useEffect, useState } from 'react';
import { COSTS_TYPING_MS } from '#domain/ecash/ecash-limits.ts';
import type { EcashCosts } from '#ports/ecash.ts';
import { failureText } from './failure-text.ts';
import { useIsEcashOpen } from './use-ecash-access.ts';

export type Costs<Told = EcashCosts> = {
  readonly costs: Told | undefined;
  /** why they are not known, in words */
  readonly problem: string | undefined;
  readonly isAsking: boolean;
  /** asks once more */
  readonly again: () => void;
};

type Known<Told> = { readonly key: string; readonly costs?: Told; readonly problem?: string };

/**
 * What something comes to before it is begun; `key` says of what, undefined: of nothing. Only what was asked for last is told.
 */
export const useCosts = <Told = EcashCosts>(key: string | undefined, ask: () => Promise<Told>): Costs<Told> => {
  const isOpen = useIsEcashOpen();
  const [known, learn] = useState<Known<Told>>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (key === undefined) return undefined;
    let isOver = false;
    const tell = (said: Omit<Known<Told>, 'key'>) => {
      if (!isOver) learn({ key, ...said });
    };
    const timer = setTimeout(() => {
      ask().then(
        (costs) => tell({ costs }),
        (error: unknown) => tell({ problem: failureText(error) }),
      );
    }, COSTS_TYPING_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `key` says all that `ask` depends on; unlocked, it may tell more
  }, [key, tries, isOpen]);
  const isKnown = key !== undefined && known?.key === key;
  return {
    costs: isKnown ? known.costs : undefined,
    problem: isKnown ? known.problem : undefined,
    isAsking: key !== undefined && !isKnown,
    again() {
      learn(undefined);
      setTries(tries + 1);
    },
  };
};
