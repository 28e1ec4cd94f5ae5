import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { OverlayName } from '#ui/overlay.ts';

/** The overlays of login and keys by their parameters, the later ones above (ROUTE-25). */
export const sessionOverlays: readonly (readonly [OverlayName, ComponentType])[] = [
  ['login', lazyRouteComponent(() => import('./login-options-sheet.tsx'), 'LoginOptionsSheet')],
  ['savedAccounts', lazyRouteComponent(() => import('./saved-accounts-sheet.tsx'), 'SavedAccountsSheet')],
  ['unlockKey', lazyRouteComponent(() => import('./unlock-sheet.tsx'), 'UnlockSheet')],
  ['nsecLogin', lazyRouteComponent(() => import('./nsec-login-sheet.tsx'), 'NsecLoginSheet')],
  ['keyGeneration', lazyRouteComponent(() => import('./key-generation-sheet.tsx'), 'KeyGenerationSheet')],
  ['passphrasePrompt', lazyRouteComponent(() => import('./passphrase-prompt-sheet.tsx'), 'PassphrasePromptSheet')],
  ['viewNsec', lazyRouteComponent(() => import('./reveal-sheet.tsx'), 'ViewNsecSheet')],
  ['exportKey', lazyRouteComponent(() => import('./reveal-sheet.tsx'), 'ExportKeySheet')],
  ['signOut', lazyRouteComponent(() => import('./sign-out-sheet.tsx'), 'SignOutSheet')],
];
