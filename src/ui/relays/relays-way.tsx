import { OverlayLink } from '#ui/overlay-link.tsx';
import { relayTexts } from '#ui/texts/relays.ts';

/** Whether something went wrong for want of relays to write to. */
export const lacksRelays = (code: string): boolean => code === 'no-relays' || code === 'no-write-relays';

/** The way to the relays, where nothing could be published for want of them. */
export const RelaysWay = () => (
  <OverlayLink to={{ settings: true }} place="relays">
    {relayTexts.title}
  </OverlayLink>
);
