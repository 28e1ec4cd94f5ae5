import { DepositSheet } from './deposit-sheet.tsx';
import { over } from './over-wallet.tsx';
import { ReceiveSheet } from './receive-sheet.tsx';
import { SendSheet } from './send-sheet.tsx';

export const DepositOverlay = over(DepositSheet);
export const ReceiveOverlay = over(ReceiveSheet);
export const SendOverlay = over(SendSheet);
