import { useSelector } from '@xstate/react';
import { useUsualPayer } from '#ui/money/use-payer.ts';
import { useArea } from '#ui/system-context.ts';

/** Whether something here pays zaps: a wallet that is connected, or the ecash that was chosen for it. */
export const useCanPay = (): boolean => {
  const usual = useUsualPayer();
  const isConnected = useSelector(useArea('wallet-connection'), ({ context }) => context.wallet !== undefined);
  return isConnected || usual !== undefined;
};
