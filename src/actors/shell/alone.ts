/** Does the work while no other tab does work of this name; what waits for its turn is given up with the signal. */
export type Alone = <T>(name: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Without locks of the browser (they are there in safe contexts only) the work is done at once. */
export const createAlone = (locks: Pick<LockManager, 'request'> | undefined): Alone =>
  locks ? (name, work, signal) => locks.request(`nuthatch: ${name}`, { signal }, work) : (_, work) => work();
