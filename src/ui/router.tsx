import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  stringifySearchWith,
  type RouterHistory,
} from '@tanstack/react-router';
import { EARLY_FIELD_DELAY_MS, SKELETON_DELAY_MS } from '#domain/shell/shell-limits.ts';
import { FeedScreen } from './feed/feed-screen.tsx';
import { lazyView } from './kit/later.ts';
import { trackOverlays } from './overlay.ts';
import { keepPlain } from './plain-address.ts';
import { readSearch } from './search-params.ts';
import { keepSecretsOut } from './secret-address.ts';
import { ErrorPart, ErrorScreen } from './shell/error-screen.tsx';
import { PendingNotes, PendingRows, PendingScreen, PendingThread } from './shell/pending-screen.tsx';
import { Shell } from './shell/shell.tsx';

const rootRoute = createRootRoute({
  component: Shell,
  validateSearch: readSearch,
});

const feedRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: FeedScreen });

const noteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/note/$noteId',
  pendingComponent: PendingThread,
  component: lazyView(() => import('#ui/note/note-screen.tsx'), 'NoteScreen'),
});

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/npub/$npub',
  component: lazyView(() => import('./profile/profile-screen.tsx'), 'ProfileScreen'),
});

const loadProfileNotes = () => import('./profile/profile-notes.tsx');

const profilePart = {
  getParentRoute: () => profileRoute,
  errorComponent: ErrorPart,
  pendingComponent: PendingRows,
} as const;

const profileRoutes = [
  createRoute({
    ...profilePart,
    path: '/',
    pendingComponent: PendingNotes,
    component: lazyView(loadProfileNotes, 'ProfileNotes'),
  }),
  createRoute({
    ...profilePart,
    path: '/notes',
    pendingComponent: PendingNotes,
    component: lazyView(loadProfileNotes, 'ProfileNotes'),
  }),
  createRoute({
    ...profilePart,
    path: '/replies',
    component: lazyView(loadProfileNotes, 'ProfileReplies'),
  }),
  createRoute({
    ...profilePart,
    path: '/media',
    component: lazyView(loadProfileNotes, 'ProfileMedia'),
  }),
  createRoute({
    ...profilePart,
    path: '/likes',
    component: lazyView(loadProfileNotes, 'ProfileLikes'),
  }),
  createRoute({
    ...profilePart,
    path: '/following',
    component: lazyView(() => import('./profile/profile-following.tsx'), 'ProfileFollowing'),
  }),
  createRoute({
    ...profilePart,
    path: '/followers',
    component: lazyView(() => import('./profile/profile-followers.tsx'), 'ProfileFollowers'),
  }),
  createRoute({
    ...profilePart,
    path: '/mute-list',
    component: lazyView(() => import('./profile/profile-mute-list.tsx'), 'ProfileMuteList'),
  }),
  createRoute({
    ...profilePart,
    path: '/relays',
    component: lazyView(() => import('./profile/profile-relays.tsx'), 'ProfileRelays'),
  }),
] as const;

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  component: lazyView(() => import('./search/search-screen.tsx'), 'SearchScreen'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/notifications',
  component: lazyView(() => import('./notifications/notifications-screen.tsx'), 'NotificationsScreen'),
});

const createNoteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create',
  pendingComponent: lazyView<'EarlyNote', object>(() => import('./publish/early-note.tsx'), 'EarlyNote'),
  pendingMs: EARLY_FIELD_DELAY_MS,
  component: lazyView(() => import('./publish/create-screen.tsx'), 'CreateScreen'),
});

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about',
  component: lazyView(() => import('./about/about-screen.tsx'), 'AboutScreen'),
});

const openRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/open',
  component: lazyView(() => import('./shell/open-screen.tsx'), 'OpenScreen'),
});

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  component: lazyView(() => import('./shell/not-found-screen.tsx'), 'NotFoundScreen'),
});

const routeTree = rootRoute.addChildren([
  feedRoute,
  noteRoute,
  profileRoute.addChildren(profileRoutes),
  searchRoute,
  notificationsRoute,
  createNoteRoute,
  aboutRoute,
  openRoute,
  unknownRoute,
]);

/** All screens by their address (ROUTE-01 to ROUTE-14). Only the feed is loaded at the start. */
export const createAppRouter = (history: RouterHistory = createBrowserHistory()) => {
  const router = createRouter({
    routeTree,
    history: keepPlain(keepSecretsOut(history)),
    // every value is the text it is: whoever looks for `true` or 007 means these words
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
    search: { strict: true },
    // screens bring their own place back; the router must not scroll to the top afterwards
    scrollRestoration: () => false,
    defaultErrorComponent: ErrorScreen,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: SKELETON_DELAY_MS,
    defaultPendingMinMs: 0,
  });
  trackOverlays(router);
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
