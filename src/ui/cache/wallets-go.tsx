import { Suspense } from 'react';
import { Banner } from '#ui/kit/banner.tsx';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { cacheTexts } from '#ui/texts/cache.ts';
import { useHasWallet, useSavedWallets } from '#ui/wallet/use-wallet.ts';

const Told = () => {
  const words = cacheTexts.clearEverything;
  const isSaved = useSavedWallets().length > 0;
  const isConnected = useHasWallet();
  return (
    (isSaved || isConnected) && (
      <Banner tone="warn" icon="wallet" title={words.walletsGo}>
        {words.walletsGoWhy}
      </Banner>
    )
  );
};

/** Says that wallet connections go with the login, where this account has some, saved or not, and they can be read (WALLET-17). */
export const WalletsGo = () => (
  <ErrorBoundary fallback={null}>
    <Suspense>
      <Told />
    </Suspense>
  </ErrorBoundary>
);
