import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { sessionTexts } from '#ui/texts/session.ts';
import { Section } from './section.tsx';

const SKELETONS = 4;

const CachePanel = lazyView(() => import('#ui/cache/cache-panel.tsx'), 'CachePanel');

/** Cache (SET-12, SET-28 to SET-30); what it shows is loaded once it is there. */
export const CacheSection = () => (
  <Section id="cache" title={sessionTexts.cache}>
    <ErrorBoundary>
      <Suspense fallback={<RowSkeletons count={SKELETONS} />}>
        <CachePanel />
      </Suspense>
    </ErrorBoundary>
  </Section>
);
