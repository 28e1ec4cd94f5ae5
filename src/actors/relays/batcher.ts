type Options<Value> = {
  /** ms that a batch stays open after the first key */
  readonly windowMs: number;
  /** keys of one batch; a full one leaves at once */
  readonly maxSize: number;
  /** Loads the keys, tells each by `settle` as soon as it is known, and returns the value of those it never told. */
  readonly load: (keys: readonly string[], settle: (key: string, value: Value) => void) => Promise<Value>;
};

/** Loads one key; together with what others ask for within the window. */
export type LoadOne<Value> = (key: string) => Promise<Value>;

/**
 * Turns many small loads into few large ones. A key that is already asked for shares the answer; when a batch fails,
 * only what it had not told yet fails.
 */
export const createBatcher = <Value>({ windowMs, maxSize, load }: Options<Value>): LoadOne<Value> => {
  const open = new Map<string, PromiseWithResolvers<Value>>();
  let collected = new Map<string, PromiseWithResolvers<Value>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leave = async () => {
    clearTimeout(timer);
    const batch = collected;
    collected = new Map();
    const take = (key: string) => {
      const one = batch.get(key);
      if (batch.delete(key)) open.delete(key);
      return one;
    };
    try {
      const rest = await load([...batch.keys()], (key, value) => take(key)?.resolve(value));
      for (const key of batch.keys()) take(key)?.resolve(rest);
    } catch (error) {
      for (const key of batch.keys()) take(key)?.reject(error);
    }
  };

  return (key) => {
    const known = open.get(key);
    if (known) return known.promise;
    const one = Promise.withResolvers<Value>();
    open.set(key, one);
    collected.set(key, one);
    if (collected.size === 1) timer = setTimeout(leave, windowMs);
    if (collected.size >= maxSize) void leave();
    return one.promise;
  };
};
