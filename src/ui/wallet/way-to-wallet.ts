import { useOpenOverlay } from '#ui/overlay.ts';
import { useSavedWallets } from './use-wallet.ts';

/** Opens what leads to a wallet: those that were saved, and where there are none a new one. */
export const useWayToWallet = (): (() => void) => {
  const open = useOpenOverlay();
  const hasSaved = useSavedWallets().length > 0;
  return () => open(hasSaved ? { savedWallets: true } : { walletConnect: true });
};
