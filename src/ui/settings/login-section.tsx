import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { sessionTexts } from '#ui/session/texts.ts';
import { Section } from './section.tsx';

const SKELETONS = 4;

const LoginPanel = lazyRouteComponent(() => import('#ui/session/login-panel.tsx'), 'LoginPanel');

/** User Login & Keys (SET-12 to SET-27); what it shows is loaded once it is there. */
export const LoginSection = () => (
  <Section id="login" title={sessionTexts.title}>
    <ErrorBoundary>
      <Suspense fallback={<RowSkeletons count={SKELETONS} />}>
        <LoginPanel />
      </Suspense>
    </ErrorBoundary>
  </Section>
);
