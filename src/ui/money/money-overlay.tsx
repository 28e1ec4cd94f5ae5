import { useSelector } from '@xstate/react';
import { createElement } from 'react';
import { useEcashStand } from '#ui/ecash/use-ecash.ts';
import { lazyView } from '#ui/kit/later.ts';
import { OneSheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';
import { ecashPages } from './ecash-pages.ts';
import { PaySheet } from './pay-sheet.tsx';

const EcashPage = lazyView(() => import('#ui/ecash/ecash-page.tsx'), 'EcashPage');
const EcashOperation = lazyView(() => import('#ui/ecash/operation-page.tsx'), 'EcashOperationPage');
const HistoryPage = lazyView(() => import('./history-page.tsx'), 'HistoryPage');
const OpenPage = lazyView(() => import('./open-page.tsx'), 'OpenPage');
const OperationPage = lazyView(() => import('./operation-page.tsx'), 'OperationPage');
const OwnOfferOverlay = lazyView(() => import('#ui/ecash/own-offer-overlay.tsx'), 'OwnOfferOverlay');
const RequestOverlay = lazyView(() => import('#ui/ecash/request-overlay.tsx'), 'RequestOverlay');
const WalletPage = lazyView(() => import('./wallet-page.tsx'), 'WalletPage');

/** An offer of one's own by its name, or one that is to be made. */
const OFFER = /^offer(?:-|$)/;
/** A request of one's own by its name, or one of somebody else as it is written. */
const REQUEST = /^(?:request-|creq[ab])/i;

/** An invoice is paid over the wallet that a person has: the connected one, else the ecash. */
const PayOverlay = ({ onClose }: { onClose: () => void }) => {
  const isConnected = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet !== undefined);
  const hasEcash = useEcashStand()?.exists ?? false;
  return (
    <>
      {hasEcash && !isConnected ? <EcashPage onClose={onClose} /> : <WalletPage onClose={onClose} />}
      <OneSheet onClose={onClose}>
        <PaySheet onClose={onClose} />
      </OneSheet>
    </>
  );
};

/** What names a payment; operations with ecash have names of their own. */
const PAYMENT_HASH = /^[\da-f]{64}$/;

/** What became of the money: a page of it by its name, or that of one payment by its hash, or of one operation with
 * ecash by its id (`money=`, ROUTE-16). */
export const MoneyOverlay = () => {
  useWallet();
  const { value = 'wallet', close } = useOverlay('money');
  const ecash = ecashPages.get(value);
  if (ecash) return createElement(ecash, { key: value, onClose: close });
  if (value === 'history') return <HistoryPage onClose={close} />;
  if (value === 'open') return <OpenPage onClose={close} />;
  if (value === 'wallet' || value === 'true') return <WalletPage onClose={close} />;
  if (REQUEST.test(value)) return <RequestOverlay key={value} value={value} onClose={close} />;
  if (OFFER.test(value)) return <OwnOfferOverlay key={value} value={value} onClose={close} />;
  if (value === 'pay') return <PayOverlay onClose={close} />;
  if (!PAYMENT_HASH.test(value)) return <EcashOperation key={value} id={value} onClose={close} />;
  return <OperationPage key={value} id={value} onClose={close} />;
};
