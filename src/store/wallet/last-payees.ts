import { isRecord } from '#domain/record.ts';
import { LAST_PAYEES_MOST } from '#domain/wallet/wallet-limits.ts';
import { lasting, parseJson } from '#store/storage/browser-storage.ts';

/** local storage: the node that was paid last, by Lightning address */
const KEY = 'zapPayees';

/** Which node was paid last for an address: another one may be somebody else. */
export type LastPayees = {
  /** hex; undefined when nobody was paid there */
  get(address: string): string | undefined;
  set(address: string, node: string): void;
};

export const createLastPayees = (storage: Storage | undefined): LastPayees => {
  const kept = lasting(storage);
  const read = (): readonly (readonly [string, string])[] => {
    const found = parseJson(kept.get(KEY));
    return Object.entries(isRecord(found) ? found : {}).filter(
      (row): row is [string, string] => typeof row[1] === 'string',
    );
  };
  return {
    get: (address) => read().find(([known]) => known === address)?.[1],
    set(address, node) {
      const others = read().filter(([known]) => known !== address);
      kept.set(KEY, JSON.stringify(Object.fromEntries([...others, [address, node]].slice(-LAST_PAYEES_MOST))));
    },
  };
};
