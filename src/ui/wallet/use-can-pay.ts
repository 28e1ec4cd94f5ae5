import { useSelector } from '@xstate/react';
import { useArea } from '#ui/system-context.ts';

/** Whether a wallet is connected that pays zaps. */
export const useCanPay = (): boolean =>
  useSelector(useArea('wallet-connection'), ({ context }) => context.wallet !== undefined);
