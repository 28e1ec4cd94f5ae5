import type { PublishJob } from '#ports/publishing.ts';

/** name of the database of posts that are signed and not sent yet, and of its store */
export const PUBLISH_DATABASE = 'nuthatch-posts';
export const PUBLISH_STORE = 'posts';

/** Signed posts that are not out yet, so that a closed tab or a crash loses none. Every act rejects when storage fails. */
export type PublishJobs = {
  /** the oldest first */
  list(): Promise<readonly PublishJob[]>;
  /** Settled once it is on the disk. */
  keep(job: PublishJob): Promise<void>;
  forget(id: string): Promise<void>;
};

const promised = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The database failed')));
  });

const isJob = (value: unknown): value is PublishJob => {
  const { id, event, relays } = (value ?? {}) as Partial<PublishJob>;
  return typeof id === 'string' && typeof event?.sig === 'string' && Array.isArray(relays);
};

/** The posts in a database of their own. */
export const openPublishJobs = (factory: IDBFactory): PublishJobs => {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () => {
    const request = factory.open(PUBLISH_DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(PUBLISH_STORE, { keyPath: 'id' }));
    return promised(request);
  };
  const database = () =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  const change = async (act: (store: IDBObjectStore) => unknown) => {
    const transaction = (await database()).transaction(PUBLISH_STORE, 'readwrite', { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The database failed')));
    });
    act(transaction.objectStore(PUBLISH_STORE));
    await done;
  };
  return {
    async list() {
      const store = (await database()).transaction(PUBLISH_STORE).objectStore(PUBLISH_STORE);
      const all: unknown[] = await promised(store.getAll());
      return all.filter(isJob).sort((a, b) => a.addedAt - b.addedAt);
    },
    keep: (job) => change((store) => store.put(job)),
    forget: (id) => change((store) => store.delete(id)),
  };
};
