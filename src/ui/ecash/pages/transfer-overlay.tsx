import { over } from './over-wallet.tsx';
import { TransferSheet } from '#ui/ecash/transfers/transfer-sheet.tsx';

export const TransferOverlay = over(TransferSheet);
