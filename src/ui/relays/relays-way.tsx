import { useOpenOverlay } from '#ui/overlay.ts';
import { relayTexts } from '#ui/texts/relays.ts';

/** Whether something went wrong for want of relays to write to. */
export const lacksRelays = (code: string): boolean => code === 'no-relays' || code === 'no-write-relays';

/** The way to the relays, where nothing could be published for want of them. */
export const RelaysWay = () => {
  const open = useOpenOverlay();
  return (
    <button type="button" className="link" aria-haspopup="dialog" onClick={() => open({ settings: true }, 'relays')}>
      {relayTexts.title}
    </button>
  );
};
