import { startOnce } from '#domain/start-once.ts';
import type { PublishJob } from '#ports/publishing.ts';
import { settledOf } from '#store/storage/settled.ts';
import type { TabChannel } from '#store/storage/tab-channel.ts';

/** name of the database of posts that are not out yet, of its store, and of the channel that tells other tabs of changes */
const PUBLISH_DATABASE = 'nuthatch-posts';
const PUBLISH_STORE = 'posts';
export const PUBLISH_CHANNEL = 'nuthatch-posts';

/**
 * The journal of posts that are not out yet, signed or not, so that a closed tab or a crash loses none. Acts take effect in
 * the order in which they are asked for; every one rejects when storage fails.
 */
export type PublishJobs = {
  /** the oldest first */
  list(): Promise<readonly PublishJob[]>;
  get(id: string): Promise<PublishJob | undefined>;
  /** Settled once it is on the disk. */
  keep(job: PublishJob): Promise<void>;
  forget(id: string): Promise<void>;
  /** Calls back when another tab changed the journal, until the returned function is called. */
  watch(onChange: () => void): () => void;
};

const isJob = (value: unknown): value is PublishJob => {
  const { id, event, relays, template } = (value ?? {}) as Partial<PublishJob>;
  const isSigned = typeof event?.sig === 'string';
  return (
    typeof id === 'string' && Array.isArray(relays) && (isSigned || (!event && typeof template?.kind === 'number'))
  );
};

/** The posts in a database of their own; `factory` is undefined where the browser keeps nothing. */
export const openPublishJobs = (factory: IDBFactory | undefined, channel?: TabChannel): PublishJobs => {
  const database = startOnce(async () => {
    if (!factory) throw new Error('No database');
    const request = factory.open(PUBLISH_DATABASE, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(PUBLISH_STORE, { keyPath: 'id' }));
    return settledOf(request);
  });
  const change = async (act: (store: IDBObjectStore) => unknown) => {
    const transaction = (await database()).transaction(PUBLISH_STORE, 'readwrite', { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The database failed')));
    });
    act(transaction.objectStore(PUBLISH_STORE));
    await done;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window has one
    channel?.postMessage('changed');
  };
  const read = async <T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    settledOf(ask((await database()).transaction(PUBLISH_STORE).objectStore(PUBLISH_STORE)));
  return {
    async list() {
      const all: unknown[] = await read((store) => store.getAll());
      return all.filter(isJob).sort((a, b) => a.addedAt - b.addedAt);
    },
    async get(id) {
      const found: unknown = await read((store) => store.get(id));
      return isJob(found) ? found : undefined;
    },
    keep: (job) => change((store) => store.put(job)),
    forget: (id) => change((store) => store.delete(id)),
    watch(onChange) {
      channel?.addEventListener('message', onChange);
      return () => channel?.removeEventListener('message', onChange);
    },
  };
};
