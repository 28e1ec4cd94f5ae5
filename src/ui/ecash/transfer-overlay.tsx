import { over } from './over-wallet.tsx';
import { TransferSheet } from './transfer-sheet.tsx';

export const TransferOverlay = over(TransferSheet);
