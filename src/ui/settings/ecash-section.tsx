import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { Section } from './section.tsx';

const EcashPanel = lazyView(() => import('#ui/ecash/pages/ecash-panel.tsx'), 'EcashPanel');

/** Ecash; what it shows is loaded once it is there. */
export const EcashSection = () => (
  <Section id="ecash" title={ecashTexts.section}>
    <ErrorBoundary>
      <Suspense fallback={<RowSkeletons count={2} />}>
        <EcashPanel />
      </Suspense>
    </ErrorBoundary>
  </Section>
);
