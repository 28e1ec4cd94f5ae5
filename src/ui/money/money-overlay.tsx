import { createElement, useState } from 'react';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { lazyView } from '#ui/kit/later.ts';
import { OneSheet } from '#ui/kit/sheet.tsx';
import { useOpenOverlay, useOverlay } from '#ui/overlay.ts';
import { useHasWallet, useWallet } from '#ui/wallet/use-wallet.ts';
import { ecashPages, type PageProps } from './ecash-pages.ts';
import { PaySheet } from './pay-sheet.tsx';

const EcashPage = lazyView(() => import('#ui/ecash/pages/ecash-page.tsx'), 'EcashPage');
const EcashOperation = lazyView(() => import('#ui/ecash/pages/operation-page.tsx'), 'EcashOperationPage');
const HistoryPage = lazyView(() => import('./history-page.tsx'), 'HistoryPage');
const OpenPage = lazyView(() => import('./open-page.tsx'), 'OpenPage');
const OperationPage = lazyView(() => import('./operation-page.tsx'), 'OperationPage');
const OwnOfferOverlay = lazyView(() => import('#ui/ecash/pages/own-offer-overlay.tsx'), 'OwnOfferOverlay');
const RequestOverlay = lazyView(() => import('#ui/ecash/pages/request-overlay.tsx'), 'RequestOverlay');
const WalletPage = lazyView(() => import('./wallet-page.tsx'), 'WalletPage');

/** An offer of one's own by its name, or one that is to be made. */
const OFFER = /^offer(?:-|$)/;
/** A request of one's own by its name, or one of somebody else as it is written. */
const REQUEST = /^(?:request-|creq[ab])/i;

/** The sheet that pays, alone or with the invoice of a note. */
const PAY = /^(?:pay$|ln)/;

/** An invoice is paid over the wallet that a person has: the connected one, else the ecash. */
const PayOverlay = ({ given, onBegun, onClose }: PageProps & { given: string }) => {
  const isConnected = useHasWallet();
  const hasEcash = useEcashStand()?.exists ?? false;
  return (
    <>
      {hasEcash && !isConnected ? <EcashPage onClose={onClose} /> : <WalletPage onClose={onClose} />}
      <OneSheet onClose={onClose}>
        <PaySheet given={given} onBegun={onBegun} onClose={onClose} />
      </OneSheet>
    </>
  );
};

/** What names a payment; operations with ecash have names of their own. */
const PAYMENT_HASH = /^[\da-f]{64}$/;

/** What a sheet began is named in the address from then on. The sheet goes on showing it; after a reload its page does. */
const useShown = (value: string) => {
  const open = useOpenOverlay();
  const [begun, note] = useState<{ readonly id: string; readonly sheet: string }>();
  if (begun && value !== begun.id && value !== begun.sheet) note(undefined);
  const shown = begun?.id === value ? begun.sheet : value;
  const onBegun = (id: string) => {
    note({ id, sheet: shown });
    open({ money: id }, '', true);
  };
  return { shown, onBegun };
};

/** What became of the money: a page of it by its name, or that of one payment by its hash, or of one operation with
 * ecash by its id (`money=`, ROUTE-16). */
export const MoneyOverlay = () => {
  useWallet();
  const { value = 'wallet', close } = useOverlay('money');
  const { shown, onBegun } = useShown(value);
  const hasAccess = useEcashAccess() !== 'none';
  const ecash = ecashPages.get(shown);
  const isOfEcash = ecash || REQUEST.test(shown) || OFFER.test(shown);
  // who cannot hold ecash now is told so by its page, whatever was to be done with it
  if (isOfEcash && !hasAccess) return <EcashPage onClose={close} />;
  if (ecash) return createElement(ecash, { key: shown, onBegun, onClose: close });
  if (shown === 'history') return <HistoryPage onClose={close} />;
  if (shown === 'open') return <OpenPage onClose={close} />;
  if (shown === 'wallet' || shown === 'true') return <WalletPage onClose={close} />;
  if (REQUEST.test(shown)) return <RequestOverlay key={shown} value={shown} onBegun={onBegun} onClose={close} />;
  if (OFFER.test(shown)) return <OwnOfferOverlay key={shown} value={shown} onClose={close} />;
  if (PAY.test(shown)) return <PayOverlay key={shown} given={shown} onBegun={onBegun} onClose={close} />;
  if (!PAYMENT_HASH.test(shown)) return <EcashOperation key={shown} id={shown} onClose={close} />;
  return <OperationPage key={shown} id={shown} onClose={close} />;
};
