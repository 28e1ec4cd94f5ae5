import type { ComponentType } from 'react';
import { lazyView } from '#ui/kit/later.ts';
import type { OverlayName } from '#ui/overlay.ts';

/** The overlays of login and keys by their parameters, the later ones above (ROUTE-25). */
export const sessionOverlays: readonly (readonly [OverlayName, ComponentType])[] = [
  ['login', lazyView(() => import('./login-options-sheet.tsx'), 'LoginOptionsSheet')],
  ['savedAccounts', lazyView(() => import('./saved-accounts-sheet.tsx'), 'SavedAccountsSheet')],
  ['unlockKey', lazyView(() => import('./unlock-sheet.tsx'), 'UnlockSheet')],
  ['nsecLogin', lazyView(() => import('./nsec-login-sheet.tsx'), 'NsecLoginSheet')],
  ['keyGeneration', lazyView(() => import('./key-generation-sheet.tsx'), 'KeyGenerationSheet')],
  ['passphrasePrompt', lazyView(() => import('./passphrase-prompt-sheet.tsx'), 'PassphrasePromptSheet')],
  ['viewNsec', lazyView(() => import('./reveal-sheet.tsx'), 'ViewNsecSheet')],
  ['exportKey', lazyView(() => import('./reveal-sheet.tsx'), 'ExportKeySheet')],
  ['signOut', lazyView(() => import('./sign-out-sheet.tsx'), 'SignOutSheet')],
];
