import { use, useSyncExternalStore } from 'react';
import type { Ecash, EcashCopies, EcashStand } from '#ports/ecash.ts';
import { useSystem } from '#ui/system-context.ts';

/** What the app has of ecash; suspends until it runs. */
export const useEcash = (): Ecash => {
  const system = useSystem();
  use(system.later('ecash'));
  return system.ecash()!;
};

/** All that a person has of ecash; undefined until it was read. */
export const useEcashStand = (): EcashStand | undefined => {
  const { stand } = useEcash();
  return useSyncExternalStore(stand.subscribe, stand.get);
};

/** Whether another tab alone may move it. */
export const useIsReadOnly = (): boolean => {
  const { isReadOnly } = useEcash();
  return useSyncExternalStore(isReadOnly.subscribe, isReadOnly.get);
};

/** What relays hold of it; undefined until it was read. */
export const useEcashCopies = (): EcashCopies | undefined => {
  const { copies } = useEcash();
  return useSyncExternalStore(copies.subscribe, copies.get);
};
