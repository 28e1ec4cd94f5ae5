import { storedValue, type StoredIn } from '#store/storage/stored-value.ts';
import { readBits, readWrittenBits, type PowChoice } from '#domain/pow/pow-policy.ts';

export type PowChoiceStore = {
  get(): PowChoice;
  /** False when the browser would not keep it. */
  set(choice: PowChoice): boolean;
  /** Calls back after each change, also one made in another tab. */
  readonly subscribe: (listener: () => void) => () => void;
};

const ENABLED = 'powEnabled';
const BITS = 'powTargetBits';
const WRITTEN = 'powWrittenBits';

const textOf = (bits: number | undefined) => (bits === undefined ? null : String(bits));

/** The user's choice for proof of work, in the local storage (POW-04, POW-05). */
export const createPowChoice = (place: StoredIn): PowChoiceStore => {
  const choice = storedValue(place, [ENABLED, BITS, WRITTEN], (text): PowChoice => ({
    enabled: ['1', 'true'].includes(text(ENABLED) ?? ''),
    bits: readBits(text(BITS)),
    written: readWrittenBits(text(WRITTEN)),
  }));
  return {
    get: choice.get,
    set: ({ enabled, bits, written }) =>
      choice.write({ [ENABLED]: String(enabled), [BITS]: textOf(bits), [WRITTEN]: textOf(written) }),
    subscribe: choice.subscribe,
  };
};
