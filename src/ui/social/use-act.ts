import { useRouter, type AnyRouter } from '@tanstack/react-router';
import type { AreaRefs } from '#machines/areas.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { onceLoginIsGone } from '#ui/session/once-login-is-gone.ts';
import { onScreenAct, useLoginGate } from '#ui/session/use-login-gate.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useSystem, type System } from '#ui/system-context.ts';

type Acts = Pick<AreaRefs, 'follows' | 'mutes' | 'reactions' | 'reposts'>;

/**
 * Does something in the name of the user, after the login it asks for. `title`: the word of the button, as in 'Unlock &
 * Like'.
 */
export const useGatedAct = () => {
  const requireLogin = useLoginGate();
  return <Name extends keyof Acts>(area: Name, event: Parameters<Acts[Name]['send']>[0], title: string): void =>
    requireLogin({ act: { area, event } as Parameters<typeof requireLogin>[0]['act'], title });
};

const listening = new WeakSet<System['app']>();

/** From now on opens the sheets that the gate lets through, once those of the login are gone. */
const openAfterLogin = (app: System['app'], router: AnyRouter, open: (search: AppSearch) => void): void => {
  if (listening.has(app)) return;
  listening.add(app);
  onScreenAct(app, 'sheet.open', ({ search }) => onceLoginIsGone(router, () => open(search)));
};

/**
 * Opens a sheet in which the user writes, after the login it asks for, whose own sheets go first. `need`: 'login' where the sheet
 * itself says what a signature is needed for.
 */
export const useOpenToWrite = (need: 'login' | 'sign' = 'sign') => {
  const requireLogin = useLoginGate();
  const { app } = useSystem();
  const router = useRouter();
  const open = useOpenOverlay();
  return (search: AppSearch, title: string): void => {
    openAfterLogin(app, router, open);
    requireLogin({ act: { type: 'sheet.open', search }, need, title });
  };
};
