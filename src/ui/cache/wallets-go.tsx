import { Suspense } from 'react';
import { Banner } from '#ui/kit/banner.tsx';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { cacheTexts } from '#ui/texts/cache.ts';
import { useSavedWallets } from '#ui/wallet/use-wallet.ts';

const Told = () => {
  const words = cacheTexts.clearEverything;
  return (
    useSavedWallets().length > 0 && (
      <Banner tone="warn" icon="wallet" title={words.walletsGo}>
        {words.walletsGoWhy}
      </Banner>
    )
  );
};

/** Says that wallet connections go with the login, where this account has some and they can be read (WALLET-17). */
export const WalletsGo = () => (
  <ErrorBoundary fallback={null}>
    <Suspense>
      <Told />
    </Suspense>
  </ErrorBoundary>
);
