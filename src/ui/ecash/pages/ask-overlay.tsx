import { over } from './over-wallet.tsx';
import { RequestSheet } from '#ui/ecash/requests/request-sheet.tsx';

export const AskOverlay = over(RequestSheet);
