import localforage from 'localforage';

/** Once it is ready: what is asked of it before that is done in another order than it was asked in. */
export const openForage = async (name: string, storeName: string): Promise<LocalForage> => {
  const forage = localforage.createInstance({ driver: localforage.INDEXEDDB, name, storeName });
  await forage.ready();
  return forage;
};
