import { nextTask } from '#actors/wire/next-task.ts';
import type { Navigation } from './areas/first.ts';
import { startSystem, type Started } from './system.ts';

const { promise: arriving, resolve } = Promise.withResolvers<Navigation>();

/** The views bring the router, for whose code nothing here waits. */
export const giveRouter: (router: Navigation) => void = resolve;

/** Stands for the router until that is there: what is asked of it happens then, in its order. */
const router: Navigation = {
  history: {
    push: (path) => void arriving.then(({ history }) => history.push(path)),
    replace: (path) => void arriving.then(({ history }) => history.replace(path)),
  },
  subscribe(event, listener) {
    const leaving = arriving.then((there) => there.subscribe(event, listener));
    return () => void leaving.then((leave) => leave());
  },
};

/** This runs as soon as it is there, maybe before the end of the page is. */
const parsed = new Promise<void>((whole) => {
  if (document.readyState !== 'loading') whole();
  else document.addEventListener('readystatechange', () => whole(), { once: true });
});

/** Everything that runs outside React. It starts while the code of the views is on its way (docs/adr/0011-code-that-comes-later.md). */
export const started = parsed.then(
  () => new Promise<Started>((running) => nextTask(() => running(startSystem({ browser: window, router })))),
);
