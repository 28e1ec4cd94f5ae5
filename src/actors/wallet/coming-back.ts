import { atComing } from '#actors/shell/at-coming.ts';
import type { RunningAreas } from '#machines/areas.ts';

/**
 * Calls back when somebody is there who may know what became of a payment: the network, the connected wallet or ecash. Until the
 * returned function is called.
 */
export const whenBack =
  ({ follow }: Pick<RunningAreas, 'follow'>, window: Pick<Window, 'addEventListener' | 'removeEventListener'>) =>
  (listener: () => void): (() => void) => {
    const [wallet, ecash] = [atComing(listener), atComing(listener)];
    window.addEventListener('online', listener);
    const stops = [
      follow('wallet-connection', (snapshot) => wallet(snapshot.hasTag('connected'))),
      follow('ecash', (snapshot) => ecash(snapshot.hasTag('open'))),
    ];
    return () => {
      window.removeEventListener('online', listener);
      for (const stop of stops) stop();
    };
  };
