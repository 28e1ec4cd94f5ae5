import { Banner } from '#ui/kit/banner.tsx';
import { ecashTexts as texts } from '#ui/texts/ecash.ts';

/** Another tab alone may move the ecash, and what to do about it. */
export const OpenElsewhere = () => (
  <Banner icon="lock" title={texts.elsewhere.title}>
    {texts.elsewhere.why}
  </Banner>
);
