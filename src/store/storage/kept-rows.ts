/** What was read of a database, kept until something of it is changed: many who look after each change read it once. */
export type Kept<Value> = {
  /** A failure is not kept. */
  get(): Promise<Value>;
  /** Something was changed: what has these keys, or anything. */
  changed(keys?: readonly string[]): void;
};

type Reading<Value> = {
  readonly read: () => Promise<Value>;
  /** What is there now, by what was there before some of it was changed; without it all is read. */
  readonly again?: (before: Value, keys: ReadonlySet<string>) => Promise<Value>;
};

export const createKept = <Value>({ read, again }: Reading<Value>): Kept<Value> => {
  let kept: Promise<Value> | undefined;
  let stale = new Set<string>();
  const next = () => {
    const [before, keys] = [kept, stale];
    stale = new Set();
    if (!before || !again) return read();
    return keys.size === 0 ? before : before.then((value) => again(value, keys));
  };
  return {
    get() {
      if (kept && stale.size === 0) return kept;
      const reading = next();
      kept = reading;
      reading.catch(() => {
        // what was read anew since stays
        if (kept === reading) kept = undefined;
      });
      return reading;
    },
    changed(keys) {
      if (!keys || !again) kept = undefined;
      else for (const key of keys) stale.add(key);
    },
  };
};

type Rows<Row> = {
  readonly all: () => Promise<readonly Row[]>;
  /** those that are there, of these keys */
  readonly some: (keys: readonly string[]) => Promise<readonly Row[]>;
  readonly keyOf: (row: Row) => string;
  readonly order: (one: Row, other: Row) => number;
};

/** Rows in an order, of which only those are read again that were changed. */
export const createKeptRows = <Row>({ all, some, keyOf, order }: Rows<Row>): Kept<readonly Row[]> =>
  createKept<readonly Row[]>({
    read: async () => (await all()).toSorted(order),
    async again(before, keys) {
      const found = await some([...keys]);
      return [...before.filter((row) => !keys.has(keyOf(row))), ...found].toSorted(order);
    },
  });
