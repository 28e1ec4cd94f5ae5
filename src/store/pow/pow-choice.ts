import { readBits, readWrittenBits, type PowChoice } from '#domain/pow/pow-policy.ts';

export type PowChoiceStore = {
  get(): PowChoice;
  /** False when the browser would not keep it. */
  set(choice: PowChoice): boolean;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  /** undefined where the browser blocks storage */
  readonly storage: Storage | undefined;
  /** fires `storage` when another tab writes */
  readonly window: EventTarget;
};

const ENABLED = 'powEnabled';
const BITS = 'powTargetBits';
const WRITTEN = 'powWrittenBits';

/** The user's choice for proof of work, in the local storage (POW-04, POW-05). */
export const createPowChoice = ({ storage, window }: Deps): PowChoiceStore => {
  const listeners = new Set<() => void>();
  const read = (): PowChoice => {
    try {
      const enabled = storage?.getItem(ENABLED);
      return {
        enabled: enabled === '1' || enabled === 'true',
        bits: readBits(storage?.getItem(BITS)),
        written: readWrittenBits(storage?.getItem(WRITTEN)),
      };
    } catch {
      return { enabled: false, bits: undefined };
    }
  };
  let choice = read();
  const keep = (key: string, bits: number | undefined) => {
    if (bits === undefined) storage?.removeItem(key);
    else storage?.setItem(key, String(bits));
  };
  const change = (changed: PowChoice) => {
    choice = changed;
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key === null || [ENABLED, BITS, WRITTEN].includes(key)) change(read());
  });
  return {
    get: () => choice,
    set(changed) {
      change(changed);
      try {
        storage?.setItem(ENABLED, String(changed.enabled));
        keep(BITS, changed.bits);
        keep(WRITTEN, changed.written);
        return storage !== undefined;
      } catch {
        return false;
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
