import type { EcashStand } from '#ports/ecash.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { dayOfYear } from '#ui/texts/dates.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';

/** The browser had ecash and has none of it any more, and how it may come back. */
export const LostEcash = ({ lost: { sats, at } }: { lost: NonNullable<EcashStand['lost']> }) => {
  const open = useOpenOverlay();
  const ecash = useEcash();
  const { lost: texts } = ecashTexts;
  return (
    <section className="wl__all stack">
      <Banner tone="bad" icon="alert" title={texts.title}>
        {texts.why(sats, dayOfYear(at))}
      </Banner>
      <div className="row">
        <Button look="value" icon="key" aria-haspopup="dialog" onClick={() => open({ money: 'restore' })}>
          {texts.words}
        </Button>
        <Button look="ghost" onClick={() => ecash.forgetLost()}>
          {texts.known}
        </Button>
      </div>
    </section>
  );
};
