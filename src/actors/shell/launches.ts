import { readLaunch } from '#domain/shell/app-launch.ts';
import { SHARED_SEARCH } from '#domain/shell/shared-text.ts';

/** `window.launchQueue` of Chromium: the addresses with which the system opens the app. */
type LaunchQueue = { setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void };

export type LaunchDeps = {
  readonly queue: LaunchQueue | undefined;
  /** the address this page was loaded with */
  readonly loadedWith: string | undefined;
  readonly origin: string;
  readonly open: (path: string) => void;
  readonly share: (text: string) => void;
};

/** Goes where the system opens the running app: a shortcut, a link or the text of another app, without a load. */
export const watchLaunches = ({ queue, loadedWith, origin, open, share }: LaunchDeps): void => {
  let isFirst = true;
  queue?.setConsumer(({ targetURL }) => {
    // the launch that loaded this page is told as well
    const isKnown = isFirst && [targetURL, `${targetURL}${SHARED_SEARCH}`].includes(loadedWith);
    isFirst = false;
    const launch = targetURL === undefined || isKnown ? undefined : readLaunch(targetURL, origin);
    if (launch === undefined) return;
    if (launch.type === 'share') share(launch.text);
    open(launch.path);
  });
};
