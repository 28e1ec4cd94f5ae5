import type { WhyUnread } from '#domain/wallet/zap-problem.ts';
import { OverlayLink } from '#ui/overlay-link.tsx';
import { zapTexts as texts } from '#ui/texts/zap.ts';
import { PROXY_PLACE } from './use-wallet.ts';

/** That the device is offline; else the way to the proxy, for the provider may be one that pages may not read (LNURL-08, LNURL-11). */
export const UnreadWay = ({ unread }: { unread: WhyUnread }) => {
  if (unread === 'offline') return <>{texts.offline}</>;
  return (
    <>
      {texts.unread}{' '}
      <OverlayLink to={{ settings: true }} place={PROXY_PLACE}>
        {texts.setUpProxy}
      </OverlayLink>
    </>
  );
};
