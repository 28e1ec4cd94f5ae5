import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { settingsTexts } from '#ui/texts/settings.ts';
import { Section } from './section.tsx';

const WalletPanel = lazyView(() => import('#ui/wallet/wallet-panel.tsx'), 'WalletPanel');

/** Lightning Wallet (SET-12, SET-31); what it shows is loaded once it is there. */
export const WalletSection = () => (
  <Section id="wallet" title={settingsTexts.wallet}>
    <ErrorBoundary>
      <Suspense fallback={<RowSkeletons count={2} />}>
        <WalletPanel />
      </Suspense>
    </ErrorBoundary>
  </Section>
);
