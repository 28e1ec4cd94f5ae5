import { textsIn } from '#domain/record.ts';
import { ADVICE_REFUSED_MAX } from '#domain/relays/relays-limits.ts';
import { lasting, parseJson, type BrowserStorage } from '#store/storage/browser-storage.ts';

/** The relays that the user of this browser wants no advice about. */
export type RefusedRelays = {
  get(): readonly string[];
  add(urls: readonly string[]): void;
};

const KEY = 'nostrRelayAdviceRefused';

/** They stand beside the health records, from which the same advice would be made in each visit. */
export const createRefusedRelays = (storage: BrowserStorage | undefined): RefusedRelays => {
  const kept = lasting(storage);
  const get = () => textsIn(parseJson(kept.get(KEY)));
  return {
    get,
    add(urls) {
      if (urls.length === 0) return;
      kept.set(KEY, JSON.stringify([...new Set([...get(), ...urls])].slice(-ADVICE_REFUSED_MAX)));
    },
  };
};
