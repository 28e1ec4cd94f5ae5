import { useEffect, useSyncExternalStore } from 'react';
import type { EcashElsewhere } from '#ports/ecash.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';

/** What relays know of a wallet of the account; looked for again once its key is unlocked, for then it can be read. `isWanted`: nothing is here. */
export const useElsewhere = (isWanted = true): EcashElsewhere | undefined => {
  const { elsewhere, lookElsewhere } = useEcash();
  const access = useEcashAccess();
  useEffect(() => {
    if (isWanted && access !== 'none') void lookElsewhere();
  }, [access, isWanted, lookElsewhere]);
  return useSyncExternalStore(elsewhere.subscribe, elsewhere.get);
};
