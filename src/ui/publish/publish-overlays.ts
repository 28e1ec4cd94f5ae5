import type { ComponentType } from 'react';
import { lazyView } from '#ui/kit/later.ts';
import type { OverlayName } from '#ui/overlay.ts';

/** The overlays in which something is written or taken back, by their parameters (ROUTE-21 to ROUTE-23). */
export const publishOverlays: readonly (readonly [OverlayName, ComponentType])[] = [
  ['reply', lazyView(() => import('./reply-sheet.tsx'), 'ReplySheet')],
  ['repost', lazyView(() => import('./repost-sheet.tsx'), 'RepostSheet')],
  ['deleteNote', lazyView(() => import('./delete-note-sheet.tsx'), 'DeleteNoteSheet')],
  ['welcome', lazyView(() => import('#ui/welcome/welcome-sheet.tsx'), 'WelcomeSheet')],
  ['edit', lazyView(() => import('./edit-profile-sheet.tsx'), 'EditProfileSheet')],
];
