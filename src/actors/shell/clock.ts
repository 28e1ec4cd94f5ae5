import type { Problem } from '#domain/problem.ts';
import { EVENT_MAX_FUTURE_S } from '#domain/protocol/protocol-limits.ts';
import { SECOND } from '#domain/units.ts';

type Deps = {
  readonly browser: Pick<Window, 'fetch'> & { readonly navigator: Pick<Navigator, 'onLine'> };
  /** ms since the epoch */
  readonly now: () => number;
  /** Shows a line to the user. */
  readonly notify: (problem: Problem) => void;
};

/**
 * Says where the clock of this device is slow: what others write is dated ahead of it then, and dropped. The server of the
 * page tells the time; a date that was stored on the way is too early, so that it is never said wrongly.
 */
export const checkClock = async ({ browser, now, notify }: Deps): Promise<void> => {
  if (!browser.navigator.onLine) return;
  const { headers } = await browser.fetch('/', { method: 'HEAD', cache: 'no-store' });
  if (Date.parse(headers.get('Date') ?? '') > now() + EVENT_MAX_FUTURE_S * SECOND) notify({ code: 'clock-slow' });
};
