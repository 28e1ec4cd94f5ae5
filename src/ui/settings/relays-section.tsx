import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { relayTexts } from '#ui/texts/relays.ts';
import { isRead, useRelayLines } from '#ui/relays/use-relay-lines.ts';
import { StatusLights } from '#ui/shell/status-lights.tsx';
import { Section } from './section.tsx';

const SKELETONS = 5;

const RelaySection = lazyView(() => import('#ui/relays/relay-section.tsx'), 'RelaySection');

/** Relay Management (SET-12, SET-32); what it shows is loaded once it is there. */
export const RelaysSection = () => (
  <Section id="relays" title={relayTexts.title} aside={<StatusLights lines={useRelayLines().filter(isRead)} />}>
    <ErrorBoundary>
      <Suspense fallback={<RowSkeletons count={SKELETONS} />}>
        <RelaySection />
      </Suspense>
    </ErrorBoundary>
  </Section>
);
