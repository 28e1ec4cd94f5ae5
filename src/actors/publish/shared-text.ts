import { createListeners } from '#domain/listeners.ts';
import type { SharedTexts } from '#ports/writing.ts';
import {
  type Shared,
  readShared,
  SHARED_CACHE,
  SHARED_KEY,
  SHARED_SEARCH,
  sharedOf,
  sharedText,
} from '#domain/shell/shared-text.ts';

export type SharedWindow = {
  /** first-paint.js keeps here with what the share target was opened */
  sharedSearch?: string | undefined;
  /** undefined where the browser has none, as without https */
  readonly caches?: Pick<CacheStorage, 'open'> | undefined;
};

/** What the service worker took, once. */
const takeFromWorker = async ({ caches }: SharedWindow): Promise<Shared | undefined> => {
  const cache = await caches?.open(SHARED_CACHE);
  const kept = await cache?.match(SHARED_KEY);
  await cache?.delete(SHARED_KEY);
  return readShared(await kept?.json());
};

/** What other apps shared, until the composer takes it. A text with a secret key in it is not even kept. */
export const createSharedTexts = ({ window }: { readonly window: SharedWindow }): SharedTexts => {
  const { tell, subscribe } = createListeners();
  let shared: Shared | undefined;
  const set = (value: Shared | undefined) => {
    shared = value;
    tell();
  };
  const offer = (text: string) => set(sharedOf(text));
  const search = window.sharedSearch ?? '';
  window.sharedSearch = undefined;
  const first = sharedText(search);
  if (first !== undefined) offer(first);
  if (search === SHARED_SEARCH)
    void takeFromWorker(window)
      .then((taken) => taken && set(taken))
      .catch(() => {});
  return {
    get: () => shared,
    subscribe,
    offer,
    take: () => set(undefined),
  };
};
