import { useSyncExternalStore } from 'react';
import type { EcashRoute } from '#domain/wallet/payment.ts';
import { useWallet } from '#ui/wallet/use-wallet.ts';

/** What pays where nothing else is said: ecash at a mint, or, undefined, the wallet that is connected. */
export const useUsualPayer = (): EcashRoute | undefined => {
  const { payer } = useWallet();
  return useSyncExternalStore(payer.subscribe, payer.get);
};
