import { readZapChoice, type ZapChoice } from '#domain/wallet/zap-choice.ts';
import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';
import { parseJson } from '#store/storage/browser-storage.ts';

/** local storage */
const KEY = 'zapChoice';

export type ZapChoices = {
  get(): ZapChoice;
  set(changed: Partial<ZapChoice>): void;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

/** How the user zaps, in this browser. */
export const createZapChoices = (place: StoredIn): ZapChoices => {
  const choice = storedValue(place, [KEY], (text) => readZapChoice(parseJson(text(KEY))));
  return {
    get: choice.get,
    set: (changed) => void choice.write({ [KEY]: JSON.stringify(readZapChoice({ ...choice.read(), ...changed })) }),
    subscribe: choice.subscribe,
  };
};
