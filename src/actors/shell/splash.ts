import { fromCallback } from 'xstate';
import type { SplashEvent, SplashInput } from '#machines/shell/splash.machine.ts';

/** Session storage key (PWA-13). */
const KEY = 'splash-shown';
/** The same: this load of the installed app is that of an update (PWA-14). */
export const UPDATING_KEY = 'app-updating';

/** What of the document tells that a note stands there. */
type Page = {
  readonly hasNote: () => boolean;
  /** Calls back at each change, before it is painted; answers how to stop. */
  readonly watch: (onChange: () => void) => () => void;
};

export type SplashDeps = {
  readonly session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  /** the splash of index.html; undefined when there is none */
  readonly element: Pick<Element, 'classList' | 'remove'> | undefined;
  /** where notes come to stand */
  readonly page: Page;
  /** fires presses and keys */
  readonly window: EventTarget;
  readonly standalone: boolean;
  /** ms since the first paint of the page; 0 when nothing was painted yet */
  readonly paintedMs: () => number;
};

/** The input of the `splash` chart. */
export const splashInput = ({ session, element, standalone, paintedMs }: SplashDeps): SplashInput => ({
  skip: element === undefined || (standalone ? session?.getItem(UPDATING_KEY) == null : session?.getItem(KEY) != null),
  shownMs: paintedMs(),
});

/** The slots of the `splash` chart. */
export const defineSplash = ({ session, element, standalone, window, page }: SplashDeps) => ({
  actors: {
    'watch presses': fromCallback(({ sendBack }) => {
      const dismiss = () => sendBack({ type: 'splash.dismiss' } satisfies SplashEvent);
      window.addEventListener('pointerdown', dismiss);
      window.addEventListener('keydown', dismiss);
      return () => {
        window.removeEventListener('pointerdown', dismiss);
        window.removeEventListener('keydown', dismiss);
      };
    }),
    'watch notes': fromCallback(({ sendBack }) => {
      const look = () => page.hasNote() && sendBack({ type: 'splash.note' } satisfies SplashEvent);
      const stop = page.watch(look);
      look();
      return stop;
    }),
  },
  actions: {
    'remember splash': () => {
      try {
        if (standalone) session?.removeItem(UPDATING_KEY);
        else session?.setItem(KEY, '1');
      } catch {
        // it is then shown again after a reload
      }
    },
    'step back': () => element?.classList.add('splash--behind'),
    'fade splash': () => element?.classList.add('splash--fading'),
    'remove splash': () => element?.remove(),
  },
});

/** The notes of a document, as they come to stand in it. */
export const notesOf = (document: Document): Page => ({
  hasNote: () => document.querySelector('article') !== null,
  watch: (onChange) => {
    const observer = new MutationObserver(onChange);
    observer.observe(document, { childList: true, subtree: true });
    return () => observer.disconnect();
  },
});

/** ms since something was first painted, from the browser's own record. */
export const msSincePaint = (record: Pick<Performance, 'getEntriesByType' | 'now'>): number => {
  const painted = record.getEntriesByType('paint').at(-1)?.startTime;
  return painted === undefined ? 0 : Math.max(0, record.now() - painted);
};
