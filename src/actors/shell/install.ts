import { fromCallback, fromPromise } from 'xstate';
import { INSTALL_ASKED_AGAIN_MS } from '#domain/shell/shell-limits.ts';
import type { DisplayMode } from './browser.ts';
import type { InstallEvent } from '#machines/shell/install.machine.ts';

/** The event `beforeinstallprompt` of Chromium. */
type InstallOffer = { prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }> };

/** Local storage key: when 'Not now' was pressed, ms since the epoch. */
const KEY = 'install-declined';
/** Another one: when a tab heard that the app was installed, for the other tabs, whose browser does not tell them. */
const INSTALLED = 'app-installed';

export type InstallDeps = {
  /** fires `beforeinstallprompt`, `appinstalled` and `storage`; what came before this code is kept in it by first-paint.js */
  readonly window: EventTarget & {
    /** null: installed before this code */
    installOffer?: InstallOffer | null | undefined;
    readonly performance: Pick<Performance, 'timeOrigin'>;
  };
  readonly ownWindow: DisplayMode;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  /** ms since the epoch */
  readonly now: () => number;
};

/** Whether 'Not now' was pressed and it is too early to ask again. */
export const isDeclined = ({ storage, now }: Pick<InstallDeps, 'storage' | 'now'>): boolean => {
  const saved = Number(storage?.getItem(KEY) ?? Number.NaN);
  return saved <= now() && now() - saved < INSTALL_ASKED_AGAIN_MS;
};

/** Whether another tab heard that the app was installed since this page was opened; what was before, the browser knows. */
const isInstalledElsewhere = ({ window, storage }: Pick<InstallDeps, 'window' | 'storage'>): boolean =>
  Number(storage?.getItem(INSTALLED) ?? 0) >= window.performance.timeOrigin;

/** The slots of the `install` chart. The offer itself stays here: a browser takes each one once. */
export const defineInstall = ({ window, ownWindow, storage, now }: InstallDeps) => {
  const keep = (key: string) => {
    try {
      storage?.setItem(key, String(now()));
    } catch {
      // it is then offered again at the next visit, and to the other tabs
    }
  };
  return {
    actors: {
      'watch offers': fromCallback(({ sendBack }) => {
        const offered = () => sendBack({ type: 'install.offered' } satisfies InstallEvent);
        const done = () => sendBack({ type: 'install.done' } satisfies InstallEvent);
        const installed = () => {
          keep(INSTALLED);
          done();
        };
        const moved = () => {
          if (ownWindow.matches) done();
        };
        const written = (event: Event) => {
          const { key, newValue } = event as StorageEvent;
          if (key === INSTALLED && newValue !== null) done();
        };
        if (window.installOffer === null) installed();
        else if (isInstalledElsewhere({ window, storage })) done();
        else if (window.installOffer) offered();
        window.addEventListener('beforeinstallprompt', offered);
        window.addEventListener('appinstalled', installed);
        window.addEventListener('storage', written);
        ownWindow.addEventListener('change', moved);
        return () => {
          window.removeEventListener('beforeinstallprompt', offered);
          window.removeEventListener('appinstalled', installed);
          window.removeEventListener('storage', written);
          ownWindow.removeEventListener('change', moved);
        };
      }),
      'show offer': fromPromise<'accepted' | 'dismissed'>(async () => {
        const offer = window.installOffer;
        if (!offer) throw new Error('The browser does not offer to install the app now');
        window.installOffer = undefined;
        return (await offer.prompt()).outcome;
      }),
    },
    actions: {
      'remember decline': () => keep(KEY),
    },
  };
};
