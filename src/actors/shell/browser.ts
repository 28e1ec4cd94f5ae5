import type { ConnectionHints } from '#domain/shell/prefetch.ts';

/** A storage of the browser; undefined where the browser blocks it, which already shows at the first touch. */
export const openStorage = (open: () => Storage): Storage | undefined => {
  try {
    const storage = open();
    storage.getItem('');
    return storage;
  } catch {
    return undefined;
  }
};

/** What the browser tells of the connection; undefined where it does not (`navigator.connection`). */
export const connectionHints = (navigator: object): ConnectionHints | undefined =>
  (navigator as { connection?: ConnectionHints }).connection;

/** The storages of the browser, as far as it gives them. */
export type Storages = { readonly local: Storage | undefined; readonly session: Storage | undefined };

export const openStorages = (browser: Pick<Window, 'localStorage' | 'sessionStorage'>): Storages => ({
  local: openStorage(() => browser.localStorage),
  session: openStorage(() => browser.sessionStorage),
});

type StandaloneDeps = {
  readonly matchMedia: (query: string) => { readonly matches: boolean };
  /** `standalone` is what iOS tells */
  readonly navigator: object;
};

/** Whether the app runs installed, in a window of its own. */
export const isStandalone = (window: StandaloneDeps): boolean =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (window.navigator as { standalone?: boolean }).standalone === true;

/** Whether the page is shown in some way, such as in a window of its own; a browser can change that without a load. */
export type DisplayMode = Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>;

type OnlineDeps = {
  /** fires `online` and `offline` */
  readonly window: EventTarget;
  readonly navigator: { readonly onLine: boolean };
};

/** Whether the device is on a network, with word of each change. */
export const watchOnline = ({ window, navigator }: OnlineDeps) => ({
  get: (): boolean => navigator.onLine,
  subscribe: (listener: () => void): (() => void) => {
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return () => {
      window.removeEventListener('online', listener);
      window.removeEventListener('offline', listener);
    };
  },
});
