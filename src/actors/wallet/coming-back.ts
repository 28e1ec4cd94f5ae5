import type { RunningAreas } from '#machines/areas.ts';

/** Calls its listener when what is told of comes: what is there already and tells more of itself is no reason to ask it again. */
const atComing = (listener: () => void) => {
  let wasThere = false;
  return (isThere: boolean) => {
    const comes = isThere && !wasThere;
    wasThere = isThere;
    if (comes) listener();
  };
};

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
