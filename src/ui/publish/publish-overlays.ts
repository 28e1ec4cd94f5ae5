import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { OverlayName } from '#ui/overlay.ts';

/** The overlays in which something is written or taken back, by their parameters (ROUTE-21 to ROUTE-23). */
export const publishOverlays: readonly (readonly [OverlayName, ComponentType])[] = [
  ['reply', lazyRouteComponent(() => import('./reply-sheet.tsx'), 'ReplySheet')],
  ['repost', lazyRouteComponent(() => import('./repost-sheet.tsx'), 'RepostSheet')],
  ['deleteNote', lazyRouteComponent(() => import('./delete-note-sheet.tsx'), 'DeleteNoteSheet')],
  ['edit', lazyRouteComponent(() => import('./edit-profile-sheet.tsx'), 'EditProfileSheet')],
];
