import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { sessionTexts } from '#ui/texts/session.ts';
import { Section } from './section.tsx';

const ClearKeysRow = lazyRouteComponent(() => import('#ui/session/clear-keys-row.tsx'), 'ClearKeysRow');

/** What is kept on this device and how to be rid of it (SET-28). */
export const CacheSection = () => (
  <Section id="cache" title={sessionTexts.cache}>
    <ErrorBoundary>
      <Suspense fallback={<RowSkeletons count={1} />}>
        <div className="list">
          <ClearKeysRow />
        </div>
      </Suspense>
    </ErrorBoundary>
  </Section>
);
