/** A storage that never throws; it remembers by itself what the browser would not keep. */
export const lasting = (storage: Storage | undefined) => {
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
    set(key: string, value: string | null) {
      unsaved.set(key, value);
      try {
        if (value === null) storage?.removeItem(key);
        else storage?.setItem(key, value);
        if (storage) unsaved.delete(key);
      } catch {
        // stays among the unsaved ones
      }
    },
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

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
