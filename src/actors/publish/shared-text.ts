import { createListeners } from '#domain/listeners.ts';
import { onSignOut } from '#actors/session/sign-out.ts';
import type { SharedTexts } from '#ports/writing.ts';
import type { AccountStore } from '#store/session/account.ts';
import { type Shared, readShared, SHARED_CACHE, SHARED_KEY, sharedOf, sharedText } from '#domain/shell/shared-text.ts';

export type SharedWindow = {
  /** first-paint.js keeps here with what the share target was opened */
  sharedSearch?: string | undefined;
  /** undefined where the browser has none, as without https */
  readonly caches?: Pick<CacheStorage, 'match' | 'open'> | undefined;
};

/** What the service worker took. */
const keptByWorker = async ({ caches }: SharedWindow): Promise<Shared | undefined> =>
  readShared(await (await caches?.match(SHARED_KEY, { cacheName: SHARED_CACHE }))?.json());

const forget = async ({ caches }: SharedWindow) => (await caches?.open(SHARED_CACHE))?.delete(SHARED_KEY);

type Deps = { readonly window: SharedWindow; readonly account: Pick<AccountStore, 'get' | 'subscribe'> };

/**
 * What other apps shared, until the composer takes it or who is logged in signs out, also after a reload. A text with a secret key in
 * it is not even kept.
 */
export const createSharedTexts = ({ window, account }: Deps): SharedTexts => {
  const { tell, subscribe } = createListeners();
  let shared: Shared | undefined;
  const set = (value: Shared | undefined) => {
    shared = value;
    tell();
  };
  const offer = (text: string) => set(sharedOf(text));
  const take = () => {
    set(undefined);
    void forget(window).catch(() => {});
  };
  onSignOut(account, take);
  const search = window.sharedSearch ?? '';
  window.sharedSearch = undefined;
  const first = sharedText(search);
  if (first !== undefined) offer(first);
  else
    void keptByWorker(window)
      .then((kept) => kept && set(kept))
      .catch(() => {});
  return {
    get: () => shared,
    subscribe,
    offer,
    take,
  };
};
