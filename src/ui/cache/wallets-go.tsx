import { useEffect, useState } from 'react';
import { Banner } from '#ui/kit/banner.tsx';
import { useSystem } from '#ui/system-context.ts';
import { cacheTexts } from '#ui/texts/cache.ts';

/** Whether wallet connections are saved for this account: they go with the login (WALLET-17). */
const useHasWallets = (): boolean => {
  const { later, wallet } = useSystem();
  const [hasWallets, setHasWallets] = useState(false);
  useEffect(() => {
    let isHere = true;
    let stop = () => {};
    const follow = () => {
      const { saved } = wallet()!;
      const look = () => setHasWallets(saved.get().length > 0);
      if (!isHere) return;
      stop = saved.subscribe(look);
      look();
    };
    // where they cannot be read, nothing is known of any
    later('wallet').then(follow, () => {});
    return () => {
      isHere = false;
      stop();
    };
  }, [later, wallet]);
  return hasWallets;
};

/** Says that wallet connections go with the login, where this account has some. */
export const WalletsGo = () => {
  const words = cacheTexts.clearEverything;
  return (
    useHasWallets() && (
      <Banner tone="warn" icon="wallet" title={words.walletsGo}>
        {words.walletsGoWhy}
      </Banner>
    )
  );
};
