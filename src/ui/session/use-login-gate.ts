import type { RequireOptions } from '#ports/session.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useSystem } from '#ui/system-context.ts';

/**
 * Runs an action that needs a login, now or after the login that it asks for; it is dropped when the user does not log in
 * (LOGIN-05 to LOGIN-07).
 */
export const useLoginGate = (): ((run: () => void, options?: RequireOptions) => void) => {
  const { find, later, session } = useSystem();
  const open = useOpenOverlay();
  const require = async (run: () => void, options?: RequireOptions) => {
    await later('session');
    session()?.requireLogin(run, options);
    const gate = find('login-gate')?.getSnapshot();
    if (gate?.hasTag('asking unlock')) open({ unlockKey: true });
    else if (gate?.hasTag('asking login')) open({ login: true });
  };
  return (run, options) => void require(run, options).catch(() => {});
};
