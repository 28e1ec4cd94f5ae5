import { useOpenOverlay } from '#ui/overlay.ts';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { PROXY_PLACE } from './use-wallet.ts';

/** The way to the proxy, where a provider may be one that pages may not read (LNURL-08, LNURL-11). */
export const ProxyWay = () => {
  const open = useOpenOverlay();
  return (
    <>
      {texts.unread}{' '}
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        onClick={() => open({ settings: true }, PROXY_PLACE)}
      >
        {texts.setUpProxy}
      </button>
    </>
  );
};
