/** What is needed of a storage of the browser. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A storage that never throws; it remembers by itself what the browser would not keep. */
export const lasting = (storage: BrowserStorage | undefined) => {
  const unsaved = new Map<string, string | null>();
  return {
    get(key: string): string | null {
      const kept = unsaved.get(key);
      if (kept !== undefined) return kept;
      try {
        return storage?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    /** False when the browser would not keep it. */
    set(key: string, value: string | null): boolean {
      unsaved.set(key, value);
      try {
        if (value === null) storage?.removeItem(key);
        else storage?.setItem(key, value);
        return storage !== undefined && unsaved.delete(key);
      } catch {
        return false;
      }
    },
    /** What was not kept of a key, or of all, is of no account any more: another tab wrote after it. */
    forget: (key: string | null) => (key === null ? unsaved.clear() : unsaved.delete(key)),
  };
};

/** What a JSON text says; undefined when it is none. */
export const parseJson = (json: string | null): unknown => {
  try {
    return json === null ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
};
