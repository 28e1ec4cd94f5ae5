import { Banner } from '#ui/kit/banner.tsx';
import { installTexts } from '#ui/texts/install.ts';

/** Another app shared a secret key: says that nothing of it was kept. */
export const SharedSecret = ({ kind }: { kind: 'nsec' | 'ncryptsec' }) => (
  <div className="pad">
    <Banner tone="bad" icon="key" title={installTexts.shared[kind]}>
      {installTexts.shared.why}
    </Banner>
  </div>
);
