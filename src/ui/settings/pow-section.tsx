import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { powTexts } from '#ui/texts/pow.ts';
import { Section } from './section.tsx';

const PowPanel = lazyView(() => import('#ui/pow/pow-panel.tsx'), 'PowPanel');

/** Proof of Work (SET-12, POW-01 to POW-07); what it shows is loaded once it is there. */
export const PowSection = () => (
  <Section id="pow" title={powTexts.title}>
    <ErrorBoundary>
      <Suspense fallback={<RowSkeletons count={2} />}>
        <PowPanel />
      </Suspense>
    </ErrorBoundary>
  </Section>
);
