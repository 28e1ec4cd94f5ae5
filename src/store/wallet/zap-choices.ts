import { readZapChoice, type ZapChoice } from '#domain/wallet/zap-choice.ts';
import { lasting, parseJson } from '#store/storage/lasting.ts';

/** local storage */
const KEY = 'zapChoice';

export type ZapChoices = {
  get(): ZapChoice;
  set(changed: Partial<ZapChoice>): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = { readonly storage: Storage | undefined; readonly window: EventTarget };

/** How the user zaps, in this browser. */
export const createZapChoices = ({ storage, window }: Deps): ZapChoices => {
  const kept = lasting(storage);
  const listeners = new Set<() => void>();
  const read = () => readZapChoice(parseJson(kept.get(KEY)));
  let choice = read();
  const change = (changed: ZapChoice) => {
    choice = changed;
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent;
    if (key === null || key === KEY) change(read());
  });
  return {
    get: () => choice,
    set(changed) {
      const next = readZapChoice({ ...choice, ...changed });
      kept.set(KEY, JSON.stringify(next));
      change(next);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
