/** A storage of the browser, in memory. */
export const fakeStorage = (values: Readonly<Record<string, string>> = {}): Storage => {
  const kept = new Map(Object.entries(values));
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
};

const refuse = (): never => {
  throw new DOMException('no', 'SecurityError');
};

/** A storage that a browser blocks: each touch throws. */
export const blockedStorage = (): Storage => Object.assign(fakeStorage(), { getItem: refuse, setItem: refuse });
