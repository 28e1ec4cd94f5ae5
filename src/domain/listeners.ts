/** Who wants to hear of something. */
export type Listeners<Facts extends readonly unknown[] = []> = {
  readonly tell: (...facts: Facts) => void;
  /** Calls back until the returned function is called. */
  readonly subscribe: (listener: (...facts: Facts) => void) => () => void;
};

/** Nobody at first. `whileHeard` begins what goes on as long as anybody listens, and gives what ends it. */
export const createListeners = <Facts extends readonly unknown[] = []>(
  whileHeard?: () => () => void,
): Listeners<Facts> => {
  const listeners = new Set<(...facts: Facts) => void>();
  let end: (() => void) | undefined;
  return {
    tell(...facts) {
      for (const listener of listeners) listener(...facts);
    },
    subscribe(listener) {
      if (listeners.size === 0) end = whileHeard?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end?.();
      };
    },
  };
};

/** Settles once there is what can be read of this. */
export const untilThere = ({ get, subscribe }: { get(): unknown; subscribe: Listeners['subscribe'] }): Promise<void> =>
  new Promise((resolve) => {
    const stop = subscribe(() => look());
    const look = () => {
      if (get() === undefined) return;
      stop();
      resolve();
    };
    look();
  });
