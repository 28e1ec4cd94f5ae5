import { over } from './over-wallet.tsx';
import { RequestSheet } from './request-sheet.tsx';

export const AskOverlay = over(RequestSheet);
