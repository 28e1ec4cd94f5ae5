import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { sessionOverlays } from './session-overlays.ts';
import type { RunningAreas } from '#machines/areas.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useSystem, type System } from '#ui/system-context.ts';

/** The sheets of the login, and those in which something is written or done. */
const BUSY_SHEETS = [
  ...sessionOverlays.map(([name]) => name),
  ...(['reply', 'repost', 'edit', 'deleteNote', 'react', 'noteMenu', 'profileMenu'] as const),
];

const WATCHED = ['login-gate', 'publish-desk', 'composers', 'follows', 'mutes', 'reactions', 'reposts'] as const;

/** Whether the act for which somebody logged in is over, with all that shows it. */
export const isActOver = ({ find }: Pick<RunningAreas, 'find'>): boolean => {
  if (find('login-gate')?.getSnapshot().matches('pending')) return false;
  if ((find('publish-desk')?.getSnapshot().context.jobs.length ?? 0) > 0) return false;
  // a reply in the field of its thread, which no sheet tells of
  if ((find('composers')?.getSnapshot().context.replies.length ?? 0) > 0) return false;
  const lists = [find('follows'), find('mutes')].map((list) => list?.getSnapshot());
  const deeds = [find('reactions'), find('reposts')].map((deed) => deed?.getSnapshot());
  return (
    lists.every((list) => !list?.hasTag('busy') && (list?.context.queue.length ?? 0) === 0) &&
    deeds.every((deed) => (deed?.context.notes.length ?? 0) === 0)
  );
};

/** Whether nothing is written or asked on the page that a sheet would hide. */
export const isPageFree = ({ pathname, search }: { pathname: string; search: AppSearch }): boolean =>
  pathname !== '/create' && BUSY_SHEETS.every((name) => search[name] === undefined);

/** Tells whenever one of those on whom it depends changed. */
const watchAll = ({ follow }: System, router: AnyRouter, look: () => void): (() => void) => {
  const stops = [...WATCHED.map((name) => follow(name, look)), router.subscribe('onResolved', look)];
  return () => stops.forEach((stop) => stop());
};

/** Leads somebody with a new key to the first steps, once what they logged in for is done and no longer on screen. */
export const useLeadOn = () => {
  const system = useSystem();
  const router = useRouter();
  const open = useOpenOverlay();
  const { account, later } = system;
  return async (): Promise<void> => {
    const { pubkey } = account.get();
    await later('acting');
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      waiting = undefined;
      const isGone = account.get().pubkey !== pubkey;
      if (!isGone && !(isActOver(system) && isPageFree(router.latestLocation))) return;
      stop();
      if (!isGone) open({ welcome: 'name' });
    };
    // an act begins a moment after the login lets it through
    const lookSoon = () => void (waiting ??= setTimeout(look));
    const stopWatching = watchAll(system, router, lookSoon);
    const stop = () => {
      clearTimeout(waiting);
      stopWatching();
    };
    lookSoon();
  };
};
