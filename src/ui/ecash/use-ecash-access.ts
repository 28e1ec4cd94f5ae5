import { useState } from 'react';
import { useSelector } from '@xstate/react';
import type { EcashProblem } from '#domain/ecash/ecash-problem.ts';
import { useAccountState } from '#ui/session/use-login.ts';
import { useArea } from '#ui/system-context.ts';

/** How far somebody comes with ecash: it is encrypted with the key of the account, so a login that only reads opens none. */
export const useEcashAccess = (): 'none' | 'locked' | 'open' => {
  const state = useAccountState();
  if (state === 'locked') return 'locked';
  return state === 'unlocked' || state === 'extension' ? 'open' : 'none';
};

const DOORS = ['open', 'locked', 'attention'] as const;

/** Whether the wallet is open, which is a moment after the key was unlocked; 'attention': the key did not open it. */
export const useEcashDoor = (): (typeof DOORS)[number] | 'opening' =>
  useSelector(useArea('ecash'), (ecash) => DOORS.find((door) => ecash.hasTag(door)) ?? 'opening');

const NOT_OPEN = ['attention', 'looking', 'opening'] as const;
const STOPPED: EcashProblem = { code: 'ecash-worker' };

/** Why the key did not open the wallet, also while that is tried again. */
export const useNotOpened = (): EcashProblem | undefined =>
  useSelector(useArea('ecash'), (ecash) =>
    NOT_OPEN.some((tag) => ecash.hasTag(tag))
      ? (ecash.context.problem ?? (ecash.hasTag('attention') ? STOPPED : undefined))
      : undefined,
  );

/** Whether there is a wallet that is open. */
export const useIsEcashOpen = (): boolean => useEcashDoor() === 'open';

/** The same; `forget`: what was said while it was shut, which is over once it is open. */
export const useForgettingOnceOpen = (forget: () => void): boolean => {
  const isOpen = useIsEcashOpen();
  const [wasOpen, note] = useState(isOpen);
  if (isOpen !== wasOpen) {
    note(isOpen);
    if (isOpen) forget();
  }
  return isOpen;
};
