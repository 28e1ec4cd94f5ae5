import type { AnyRouter } from '@tanstack/react-router';
import type { AppSearch } from '#ui/search-params.ts';
import type { System } from '#ui/system-context.ts';
import { sessionOverlays } from './session-overlays.ts';
import { onScreenAct } from './use-login-gate.ts';

/** Acts once the sheets of the login are gone. */
export const onceLoginIsGone = (router: AnyRouter, act: () => void): void => {
  const isClear = () =>
    sessionOverlays.every(([name]) => (router.latestLocation.search as AppSearch)[name] === undefined);
  if (isClear()) return act();
  const stop = router.subscribe('onResolved', () => {
    if (!isClear()) return;
    stop();
    act();
  });
};

const listening = new WeakSet<System['app']>();

/** From now on opens the sheets that the gate lets through, once those of the login are gone. */
export const openAfterLogin = (app: System['app'], router: AnyRouter, open: (search: AppSearch) => void): void => {
  if (listening.has(app)) return;
  listening.add(app);
  onScreenAct(app, 'sheet.open', ({ search }) => onceLoginIsGone(router, () => open(search)));
};
