import { DepositSheet } from '#ui/ecash/deposits/deposit-sheet.tsx';
import { over } from './over-wallet.tsx';
import { TakeTokenSheet } from '#ui/ecash/tokens/receive-sheet.tsx';
import { SendSheet } from '#ui/ecash/tokens/send-sheet.tsx';

export const DepositOverlay = over(DepositSheet);
export const ReceiveOverlay = over(TakeTokenSheet);
export const SendOverlay = over(SendSheet);
