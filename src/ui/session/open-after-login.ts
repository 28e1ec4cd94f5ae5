import type { AnyRouter } from '@tanstack/react-router';
import type { AppSearch } from '#ui/search-params.ts';
import type { System } from '#ui/system-context.ts';
import { onceLoginIsGone } from './once-login-is-gone.ts';
import { onScreenAct } from './use-login-gate.ts';

const listening = new WeakSet<System['app']>();

/** From now on opens the sheets that the gate lets through, once those of the login are gone. */
export const openAfterLogin = (app: System['app'], router: AnyRouter, open: (search: AppSearch) => void): void => {
  if (listening.has(app)) return;
  listening.add(app);
  onScreenAct(app, 'sheet.open', ({ search }) => onceLoginIsGone(router, () => open(search)));
};
