import type { AnyRouter } from '@tanstack/react-router';
import { onceResolved } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { sessionOverlays } from './session-overlays.ts';

/** Acts once the sheets of the login are gone from the address, whether or not they were drawn. */
export const onceLoginIsGone = (router: AnyRouter, act: () => void): void => {
  const isClear = () =>
    sessionOverlays.every(([name]) => (router.latestLocation.search as AppSearch)[name] === undefined);
  if (isClear()) return act();
  onceResolved(router, act, isClear);
};
