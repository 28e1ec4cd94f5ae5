import { isRecord } from '#domain/record.ts';
import { LAST_NODES_MOST, LAST_PAYEES_MOST } from '#domain/wallet/wallet-limits.ts';
import { lasting, parseJson } from '#store/storage/browser-storage.ts';

/** local storage: the nodes that were paid last, by Lightning address; one alone where an older version wrote it */
const KEY = 'zapPayees';

/** Which nodes were paid for an address: another one may be somebody else. */
export type LastPayees = {
  /** hex, the last one paid at the end; none when nobody was paid there */
  get(address: string): readonly string[];
  add(address: string, node: string): void;
};

const nodesOf = (kept: unknown): readonly string[] =>
  (Array.isArray(kept) ? kept : [kept]).filter((node) => typeof node === 'string');

export const createLastPayees = (storage: Storage | undefined): LastPayees => {
  const kept = lasting(storage);
  const read = (): readonly (readonly [string, unknown])[] => {
    const found = parseJson(kept.get(KEY));
    return Object.entries(isRecord(found) ? found : {});
  };
  const get = (address: string) => nodesOf(read().find(([known]) => known === address)?.[1]);
  return {
    get,
    add(address, node) {
      const nodes = [...get(address).filter((known) => known !== node), node].slice(-LAST_NODES_MOST);
      const others = read().filter(([known]) => known !== address);
      kept.set(KEY, JSON.stringify(Object.fromEntries([...others, [address, nodes]].slice(-LAST_PAYEES_MOST))));
    },
  };
};
