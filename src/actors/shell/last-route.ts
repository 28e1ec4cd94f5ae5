import { fromCallback, fromPromise } from 'xstate';
import { parseLastRoute, routeToRestore, type AppStart, type LastRoute } from '#domain/shell/last-route.ts';
import { leakedSecret } from '#domain/session/leaked-secret.ts';
import type { LastRouteEvent } from '#machines/shell/last-route.machine.ts';

/** Local storage key (PWA-15). */
const KEY = 'lastRouteInfo';

/** Whether the app was open in this browser before: each visit saves a route. */
export const visitedBefore = (storage: Pick<Storage, 'getItem'> | undefined): boolean =>
  storage !== undefined && storage.getItem(KEY) !== null;

export type LastRouteDeps = {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  /** how the app was opened */
  readonly start: AppStart;
  /** ms since the epoch */
  readonly now: () => number;
  /** shows another path in place of the present one */
  readonly open: (path: string) => void;
  /** calls back with the path of each screen that is shown, the first one too */
  readonly watch: (listener: (path: string) => void) => () => void;
};

/** The slots of the `last-route` chart. A storage that fails costs only the memory of the route. */
export const defineLastRoute = ({ storage, start, now, open, watch }: LastRouteDeps) => ({
  actors: {
    'restore route': fromPromise<void>(async () => {
      const path = routeToRestore(start, parseLastRoute(storage?.getItem(KEY) ?? null), now());
      if (path !== undefined) open(path);
    }),
    'watch routes': fromCallback(({ sendBack }) =>
      watch((path) => sendBack({ type: 'route.changed', path } satisfies LastRouteEvent)),
    ),
  },
  actions: {
    'save route': (_: unknown, { path }: { path: string }) => {
      if (leakedSecret(path) !== undefined) return;
      try {
        storage?.setItem(KEY, JSON.stringify({ path, savedAt: now() } satisfies LastRoute));
      } catch {
        // the app then starts at the feed
      }
    },
  },
});
