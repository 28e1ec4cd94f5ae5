import { useSelector } from '@xstate/react';
import { useCallback, useSyncExternalStore } from 'react';
import type { ZapStand } from '#domain/wallet/zap-wish.ts';
import { useSystem } from '#ui/system-context.ts';

const NEVER = () => () => {};

/** Where the zaps of a note or a person stand; undefined when there are none, or the code for them is not wanted yet. */
export const useZapStand = (target: string): ZapStand | undefined => {
  const { app, find, wallet } = useSystem();
  const runs = useSelector(app, () => find('zap-desk') !== undefined);
  const zapping = runs ? wallet()?.zapping : undefined;
  const stand = useCallback(() => zapping?.stand(target), [zapping, target]);
  return useSyncExternalStore(zapping?.subscribe ?? NEVER, stand);
};
