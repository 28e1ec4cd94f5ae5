import { fromCallback } from 'xstate';
import type { Problem } from '#domain/problem.ts';
import { logFailure } from './log.ts';
import { UPDATING_KEY } from './splash.ts';
import type { DisplayMode } from './browser.ts';
import type { UpdateEvent, VersionCommand } from '#machines/shell/update.machine.ts';

export type UpdateDeps = {
  /** undefined where the browser has no service workers, or the app does not use them */
  readonly container: ServiceWorkerContainer | undefined;
  /** A browser can move the page from one to the other. Neither matches while something fills the whole screen. */
  readonly ownWindow: DisplayMode;
  readonly tab: DisplayMode;
  readonly session: Pick<Storage, 'setItem' | 'removeItem'> | undefined;
  readonly reload: () => void;
  /** Shows a line to the user. */
  readonly notify: (problem: Problem) => void;
};

type Tell = (event: UpdateEvent) => void;

/** Tells once a new worker waits, or that it could not be installed. The very first one is no update. */
const followWorker = (registration: ServiceWorkerRegistration, worker: ServiceWorker, tell: Tell) => {
  let isStored = false;
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed') isStored = true;
    if (worker.state === 'installed' && registration.active) tell({ type: 'version.waiting' });
    if (worker.state === 'redundant' && !isStored && registration.active) tell({ type: 'version.failed' });
  });
};

const followRegistration = (registration: ServiceWorkerRegistration, tell: Tell) => {
  if (registration.waiting && registration.active) tell({ type: 'version.waiting' });
  const follow = () => registration.installing && followWorker(registration, registration.installing, tell);
  follow();
  registration.addEventListener('updatefound', follow);
  return () => registration.removeEventListener('updatefound', follow);
};

const takeOver = (waiting: ServiceWorker | null | undefined, tell: Tell) => {
  // it took over already, at the wish of another window
  if (!waiting) return tell({ type: 'version.active' });
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated') tell({ type: 'version.active' });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a service worker has no such argument
  waiting.postMessage({ type: 'SKIP_WAITING' });
};

/** Registers the service worker and tells of its versions. Without service workers it throws. */
const defineWatchVersions = ({ container, ownWindow, tab }: Pick<UpdateDeps, 'container' | 'ownWindow' | 'tab'>) =>
  fromCallback<VersionCommand>(({ sendBack, receive }) => {
    if (!container) throw new Error('There are no service workers here');
    let registration: ServiceWorkerRegistration | undefined;
    let isOver = false;
    let stop = () => {};
    const tell: Tell = (event) => {
      if (!isOver) sendBack(event);
    };
    const moved = () => {
      if (ownWindow.matches || tab.matches) tell({ type: 'window.changed', standalone: ownWindow.matches });
    };
    for (const mode of [ownWindow, tab]) mode.addEventListener('change', moved);
    // where it is refused, such as in a private window, each load brings what the server has
    container
      .register('/sw.js', { updateViaCache: 'none' })
      .then((registered) => {
        registration = registered;
        if (!isOver) stop = followRegistration(registered, tell);
      })
      .catch((error: unknown) => logFailure('Not installed: service worker', error));
    receive(({ type }) => {
      // offline it is looked for the next time
      if (type === 'look') registration?.update().catch(() => {});
      else takeOver(registration?.waiting, tell);
    });
    return () => {
      isOver = true;
      for (const mode of [ownWindow, tab]) mode.removeEventListener('change', moved);
      stop();
    };
  });

/** The slots of the `update` chart, but for those that know what is under way. */
export const defineUpdate = ({ container, ownWindow, tab, session, reload, notify }: UpdateDeps) => ({
  actors: { 'watch versions': defineWatchVersions({ container, ownWindow, tab }) },
  actions: {
    reload,
    'remember update': () => {
      try {
        session?.setItem(UPDATING_KEY, '1');
      } catch {
        // the splash is then not shown
      }
    },
    'forget update': () => session?.removeItem(UPDATING_KEY),
    'tell of failed store': () => notify({ code: 'update-not-stored' }),
  },
});
