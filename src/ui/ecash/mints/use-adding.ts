import { useState } from 'react';
import { useOpenOverlay } from '#ui/overlay.ts';
import { failureText } from '#ui/ecash/failure-text.ts';
import { useEcash, useEcashStand } from '#ui/ecash/use-ecash.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';

/**
 * Takes a mint into use; the first one makes the wallet, and asks to write down its words. `onAdded`: what comes after,
 * when the words are not asked for.
 */
export const useAdding = (onAdded?: () => void) => {
  const ecash = useEcash();
  const access = useEcashAccess();
  const isFirst = useEcashStand()?.exists === false;
  const open = useOpenOverlay();
  const [isBusy, setBusy] = useState(false);
  const [problem, tell] = useState<string>();
  const add = async (url: string) => {
    if (access !== 'open') return open({ unlockKey: true });
    setBusy(true);
    tell(undefined);
    let isMade = false;
    try {
      if (isFirst) {
        // once there is a wallet this view is gone, and nobody is told of a mint that does not answer
        await ecash.meet(url);
        await ecash.create();
        isMade = true;
      }
      await ecash.addMint(url);
      if (!isFirst) onAdded?.();
    } catch (error) {
      tell(failureText(error));
    } finally {
      setBusy(false);
      if (isMade) open({ money: 'words' });
    }
  };
  return { add: (url: string) => void add(url), isBusy, problem };
};
