import type { Browser } from '#ports/browser.ts';
import { offered } from './offered.ts';

/** Does the work while no other tab does work of this name; what waits for its turn is given up with the signal. */
export type Alone = <T>(name: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

const isRefused = (error: unknown): boolean => error instanceof DOMException && error.name === 'SecurityError';

/** The locks of the browser, where it has some. */
export const locksOf = ({ navigator }: Pick<Browser, 'navigator'>): LockManager | undefined =>
  offered(() => navigator.locks as LockManager | undefined);

/**
 * Without locks of the browser the work is done at once: they are there in safe contexts only, and not where storage is
 * blocked.
 */
export const createAlone =
  (locks: Pick<LockManager, 'request'> | undefined): Alone =>
  async (name, work, signal) => {
    if (!locks) return work();
    let isBegun = false;
    const begin = () => {
      isBegun = true;
      return work();
    };
    try {
      return await locks.request(`nuthatch: ${name}`, { signal }, begin);
    } catch (error) {
      if (isBegun || !isRefused(error)) throw error;
      return work();
    }
  };
