/** Who wants to hear of something. */
export type Listeners = {
  tell(): void;
  /** Calls back until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Nobody at first. */
export const createListeners = (): Listeners => {
  const listeners = new Set<() => void>();
  return {
    tell() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
