import { useRouter, type AnyRouter } from '@tanstack/react-router';
import type { AnyActorRef } from 'xstate';
import { sessionOverlays } from '#ui/session/session-overlays.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useSystem, type Areas, type System } from '#ui/system-context.ts';
import { isAnswering, onAnswering } from '#ui/thread/answering.ts';

/** The sheets of the login, and those in which something is written or done. */
const BUSY_SHEETS = [
  ...sessionOverlays.map(([name]) => name),
  ...(['reply', 'repost', 'edit', 'deleteNote', 'react', 'noteMenu', 'profileMenu'] as const),
];

type Running = Partial<Areas>;

const WATCHED = ['login-gate', 'publish-desk', 'follows', 'mutes', 'reactions', 'reposts'] as const;

/** Whether the act for which somebody logged in is over, with all that shows it. */
export const isActOver = (areas: Running): boolean => {
  const { 'login-gate': gate, 'publish-desk': desk, follows, mutes, reactions, reposts } = areas;
  if (gate?.getSnapshot().matches('pending') || (desk?.getSnapshot().context.jobs.length ?? 0) > 0) return false;
  const lists = [follows, mutes].map((list) => list?.getSnapshot());
  const deeds = [reactions, reposts].map((deed) => deed?.getSnapshot());
  return (
    lists.every((list) => !list?.hasTag('busy') && (list?.context.queue.length ?? 0) === 0) &&
    deeds.every((deed) => (deed?.context.notes.length ?? 0) === 0)
  );
};

/** Whether nothing is written or asked on the page that a sheet would hide. */
export const isPageFree = ({ pathname, search }: { pathname: string; search: AppSearch }): boolean =>
  pathname !== '/create' && !isAnswering() && BUSY_SHEETS.every((name) => search[name] === undefined);

/** Tells whenever one of those on whom it depends changed. */
const watchAll = ({ app }: System, router: AnyRouter, look: () => void): (() => void) => {
  const areas = app.getSnapshot().children as Running;
  const watched = WATCHED.map((name) => (areas[name] as AnyActorRef | undefined)?.subscribe(look));
  const stops = [router.subscribe('onResolved', look), onAnswering(look)];
  return () => {
    for (const subscription of watched) subscription?.unsubscribe();
    for (const stop of stops) stop();
  };
};

/** Leads somebody with a new key to the first steps, once what they logged in for is done and no longer on screen. */
export const useLeadOn = () => {
  const system = useSystem();
  const router = useRouter();
  const open = useOpenOverlay();
  const { app, account, later } = system;
  return async (): Promise<void> => {
    const { pubkey } = account.get();
    await later('acting');
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      waiting = undefined;
      const isGone = account.get().pubkey !== pubkey;
      const areas = app.getSnapshot().children as Running;
      if (!isGone && !(isActOver(areas) && isPageFree(router.latestLocation))) return;
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
