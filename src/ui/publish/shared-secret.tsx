import type { SecretKind } from '#domain/session/leaked-secret.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { sharedTexts } from '#ui/texts/shared.ts';

/** Another app shared a secret key: says that nothing of it was kept. */
export const SharedSecret = ({ kind }: { kind: SecretKind }) => (
  <div className="pad">
    <Banner tone="bad" icon="key" title={sharedTexts[kind]}>
      {sharedTexts.why}
    </Banner>
  </div>
);
