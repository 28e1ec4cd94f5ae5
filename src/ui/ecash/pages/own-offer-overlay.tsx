import { EcashPage } from './ecash-page.tsx';
import { OwnOfferSheet } from '#ui/ecash/deposits/own-offer-sheet.tsx';
import { OwnOfferShown } from '#ui/ecash/deposits/own-offer-shown.tsx';

/** 'offer-' and the id of one that was made; else one is to be made. */
const MADE = /^offer-(.+)$/;

/** An offer of one's own over the wallet: making one, or what came in by it. */
export const OwnOfferOverlay = ({ value, onClose }: { value: string; onClose: () => void }) => {
  const [, id] = MADE.exec(value) ?? [];
  return (
    <>
      <EcashPage onClose={onClose} />
      {id === undefined ? <OwnOfferSheet onClose={onClose} /> : <OwnOfferShown id={id} onClose={onClose} />}
    </>
  );
};
