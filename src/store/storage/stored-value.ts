import { createListeners } from '#domain/listeners.ts';
import { lasting, type BrowserStorage } from './browser-storage.ts';

/** Where a value is kept. */
export type StoredIn = {
  /** undefined where the browser blocks storage; a value then lasts until the page is closed */
  readonly storage: BrowserStorage | undefined;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
};

/** A value in the local storage, as it was read last. */
export type StoredValue<Value> = {
  /** the same object until it changes */
  get(): Value;
  /** What is written there now: another tab may have changed it a moment ago. */
  read(): Value;
  /** Writes texts under their keys, null to remove one, and tells of it. False when the browser would not keep all. */
  write(texts: Readonly<Record<string, string | null>>): boolean;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** The value that stands under one or more keys of the local storage; `read` makes sense of whatever is there. */
export const storedValue = <Value>(
  { storage, window }: StoredIn,
  keys: readonly string[],
  read: (text: (key: string) => string | null) => Value,
): StoredValue<Value> => {
  const kept = lasting(storage);
  const { tell, subscribe } = createListeners();
  let value = read(kept.get);
  const look = () => {
    value = read(kept.get);
    tell();
  };
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key !== null && !keys.includes(key)) return;
    kept.forget(key);
    look();
  });
  return {
    get: () => value,
    read: () => read(kept.get),
    write(texts) {
      const isKept = Object.entries(texts).map(([key, text]) => kept.set(key, text));
      look();
      return isKept.every(Boolean);
    },
    subscribe,
  };
};
