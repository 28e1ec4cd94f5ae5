import type { ComponentType } from 'react';
import { lazyView } from '#ui/kit/later.ts';
import type { OverlayName } from '#ui/overlay.ts';

/** The sheets of Lightning wallets by their parameters (ROUTE-26). */
export const walletOverlays: readonly (readonly [OverlayName, ComponentType])[] = [
  ['zap', lazyView(() => import('./zap-sheet.tsx'), 'ZapSheet')],
  ['walletConnect', lazyView(() => import('./connect-sheet.tsx'), 'ConnectSheet')],
  ['savedWallets', lazyView(() => import('./saved-wallets-sheet.tsx'), 'SavedWalletsSheet')],
  ['receive', lazyView(() => import('./receive-sheet.tsx'), 'ReceiveSheet')],
  ['money', lazyView(() => import('#ui/money/money-overlay.tsx'), 'MoneyOverlay')],
];
