import { firstStand, type WrittenZap } from '#domain/wallet/zap-wish.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';

/** The way to what is known of a payment, by its name there. */
export const SeePayment = ({ id }: { id: string }) => {
  const open = useOpenOverlay();
  return (
    <Button look="line" size="s" aria-haspopup="dialog" onClick={() => open({ money: id })}>
      {texts.see}
    </Button>
  );
};

/** What was sent before, here or elsewhere, and is not over: who zaps now pays a second time. */
export const ZapsUnderWay = ({ zaps }: { zaps: readonly WrittenZap[] }) => {
  const [only, ...others] = zaps;
  if (!only) return null;
  const isSending = firstStand(zaps.map(({ stand }) => stand)) === 'sending';
  const sats = zaps.reduce((sum, zap) => sum + zap.sats, 0);
  return (
    <Banner tone="warn" icon="clock" title={texts.underWay[isSending ? 'sending' : 'not known'](sats)}>
      {texts.underWay.why} <SeePayment id={others.length === 0 ? only.id : 'open'} />
    </Banner>
  );
};
