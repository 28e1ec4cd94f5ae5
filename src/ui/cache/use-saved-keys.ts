import { useEffect, useState } from 'react';
import { useSystem } from '#ui/system-context.ts';

/** How many keys are saved: at least the accounts that can be chosen, and more where one is damaged and tells no account. */
export const useSavedKeys = (accounts: number): number => {
  const { later, upkeep } = useSystem();
  const [found, setFound] = useState(0);
  useEffect(() => {
    let isHere = true;
    later('upkeep')
      .then(() => upkeep()!.countKeys())
      .then(
        (count) => isHere && setFound(count),
        () => {},
      );
    return () => {
      isHere = false;
    };
  }, [later, upkeep]);
  return Math.max(accounts, found);
};
