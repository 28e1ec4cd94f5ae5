import { useCallback, useState, useSyncExternalStore } from 'react';
import type { Ecash, EcashStand } from '#ports/ecash.ts';
import { useSystem } from '#ui/system-context.ts';

const nobody = () => () => {};

/** Ecash for a view that stands in a feed: started when it is wanted, and not waited for. */
export const useLateEcash = (): {
  readonly ecash: Ecash | undefined;
  readonly stand: EcashStand | undefined;
  readonly start: (act?: (ecash: Ecash) => void) => void;
} => {
  const system = useSystem();
  const [ecash, found] = useState(() => system.ecash());
  const stand = useSyncExternalStore(ecash?.stand.subscribe ?? nobody, () => ecash?.stand.get());
  const start = useCallback(
    (act?: (running: Ecash) => void) => {
      const told = () => {
        const running = system.ecash()!;
        found(running);
        act?.(running);
      };
      // what cannot be loaded is tried again when it is wanted again
      system.later('ecash').then(told, () => {});
    },
    [system],
  );
  return { ecash, stand, start };
};
