import type { Stake } from '#domain/ecash/ledger/stake.ts';
import { useSelector } from '@xstate/react';
import { use, useEffect, useState, useSyncExternalStore } from 'react';
import type { CacheReport } from '#ports/upkeep.ts';
import type { ClearAction } from '#machines/cache/clear-action.machine.ts';
import { useClosing } from '#ui/session/use-closing.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { useArea, useSystem } from '#ui/system-context.ts';

/** What the caches hold, looked at anew every few seconds. */
export const useCacheReport = (): CacheReport => {
  const { later, upkeep } = useSystem();
  use(later('upkeep'));
  const running = upkeep();
  if (running === undefined) throw new Error('Nobody looks after the caches');
  return useSyncExternalStore(running.report.subscribe, running.report.get);
};

/** Why what was to be cleared is not; another one each time. */
export const useClearProblem = () => useSelector(useArea('clear-action'), ({ context }) => context.problem);

/** Asks as long as the view is there; `close` is called once it is cleared. */
export const useClear = (action: ClearAction, close: () => void) => {
  const clear = useArea('clear-action');
  const isOurs = useSelector(clear, ({ context }) => context.action === action);
  const isBusy = useSelector(clear, (snapshot) => snapshot.hasTag('busy'));
  // something else that was confirmed is cleared still
  const waits = isBusy && !isOurs;
  useEffect(() => {
    if (waits) return undefined;
    clear.send({ type: 'clear.open', action });
    return () => clear.send({ type: 'clear.close' });
  }, [clear, action, waits]);
  const isOpen = useSelector(clear, (snapshot) => snapshot.hasTag('open'));
  const isDone = useSelector(clear, (snapshot) => snapshot.hasTag('done'));
  const message = useSelector(clear, (snapshot) =>
    snapshot.hasTag('failed') ? problemText(snapshot.context.problem) : '',
  );
  // the end of what was cleared before does not count
  const [wasOpen, setWasOpen] = useState(false);
  if (isOurs && isOpen && !wasOpen) setWasOpen(true);
  useClosing(wasOpen && isOurs && isDone, close);
  return {
    busy: isBusy && isOurs,
    waits,
    message: isOurs ? message : '',
    /** `ecash`: what is to be deleted, too */
    confirm: (ecash?: readonly Stake[]) => clear.send({ type: 'clear.confirm', ...(ecash && { ecash }) }),
  };
};
