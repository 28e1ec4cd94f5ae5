import type { Page } from '@playwright/test';

/** What the app saves of its queries for the next visit. */
export type SavedCache = {
  buster: string;
  timestamp: number;
  clientState: { queries: { queryKey: string[]; state: { data: unknown } }[]; mutations: unknown[] };
};

/** What is saved in the database of the app; null when nothing is. */
export const savedCache = (page: Page): Promise<SavedCache | null> =>
  page.evaluate(
    () =>
      new Promise<SavedCache | null>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const database = opening.result;
          const finish = (record: SavedCache | null) => {
            database.close();
            resolve(record);
          };
          if (!database.objectStoreNames.contains('keyval')) return finish(null);
          const reading = database.transaction('keyval').objectStore('keyval').get('rq-cache-v1');
          reading.onsuccess = () => finish((reading.result as SavedCache | undefined) ?? null);
        };
      }),
  );

/** The first parts of the keys that are saved: what they are about. */
export const savedGroups = (record: SavedCache | null): string[] => [
  ...new Set(record?.clientState.queries.map(({ queryKey }) => queryKey[0]!)),
];
