import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { lazyView } from '#ui/kit/later.ts';
import { RowSkeletons } from '#ui/kit/skeleton.tsx';
import { SwitchRow } from '#ui/kit/switch-row.tsx';
import { sessionTexts } from '#ui/texts/session.ts';
import { usePreference } from '#ui/system-context.ts';
import { Section } from './section.tsx';
import { settingsTexts as texts } from '#ui/texts/settings.ts';

const SKELETONS = 4;

const LoginPanel = lazyView(() => import('#ui/session/login-panel.tsx'), 'LoginPanel');

/** Whether what is published names the app (PUB-08). */
const ClientTag = () => {
  const [told, setTold] = usePreference('clientTag');
  return (
    <div className="list">
      <SwitchRow label={texts.clientTag} hint={texts.clientTagWhy} checked={told} onChange={setTold} />
    </div>
  );
};

/** User Login & Keys (SET-12 to SET-27); what it shows is loaded once it is there. */
export const LoginSection = () => (
  <Section id="login" title={sessionTexts.title}>
    <ErrorBoundary>
      <Suspense fallback={<RowSkeletons count={SKELETONS} />}>
        <LoginPanel />
      </Suspense>
    </ErrorBoundary>
    <ClientTag />
  </Section>
);
