import type { QueryClient } from '@tanstack/query-core';
import {
  afterReport,
  latestHealth,
  readHealth,
  relayHealthKey,
  unknownHealth,
  type HealthReport,
  type RelayHealth,
} from '#domain/relays/relay-health.ts';

type Records = Readonly<Record<string, RelayHealth>>;

/** What is known of the relays from how they answered. */
export type RelayHealthStore = {
  get(): Records;
  report(url: string, report: HealthReport): void;
  setFlapping(url: string, flapping: boolean): void;
  /** Everything starts anew. */
  forget(): void;
  /** Brings the records to the views. */
  show(): void;
  /** Keeps them for the next start; false when the browser would not. */
  save(): boolean;
};

type Deps = {
  readonly queryClient: QueryClient;
  /** undefined where the browser blocks storage */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
};

const KEY = 'nostrRelayHealth';

const byUrl = (records: readonly RelayHealth[]): Records =>
  Object.fromEntries(latestHealth(records).map((record) => [record.url, record]));

const readSaved = (storage: Deps['storage']): Records => {
  try {
    const list: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? byUrl(list.map(readHealth).filter((record) => record !== undefined)) : {};
  } catch {
    return {};
  }
};

/** The health records of at most 100 relays: of this visit, after those saved before. Views read them from the query cache. */
export const createRelayHealth = ({ queryClient, storage }: Deps): RelayHealthStore => {
  queryClient.setQueryDefaults(relayHealthKey, { gcTime: Infinity, staleTime: Infinity });
  let records = readSaved(storage);
  const change = (url: string, changed: (record: RelayHealth) => RelayHealth) => {
    records = byUrl(Object.values({ ...records, [url]: changed(records[url] ?? unknownHealth(url)) }));
  };
  const show = () => void queryClient.setQueryData(relayHealthKey, records);
  show();
  return {
    get: () => records,
    report: (url, report) => change(url, (record) => afterReport(record, report)),
    setFlapping: (url, flapping) => change(url, (record) => ({ ...record, flapping })),
    forget() {
      records = {};
      show();
    },
    show,
    save() {
      try {
        if (storage === undefined) return false;
        storage.setItem(KEY, JSON.stringify(Object.values(records)));
        return true;
      } catch {
        return false;
      }
    },
  };
};
