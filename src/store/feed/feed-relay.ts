import { createListeners } from '#domain/listeners.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import type { PreferenceStore } from '#store/settings/preferences.ts';

const STORAGE_KEY = 'feed-relay';

/** The one relay whose notes the feed of this tab consists of; undefined: it is read from all of them. */
export type FeedRelay = {
  get(): string | undefined;
  set(url: string | undefined): void;
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = {
  /** undefined where the browser blocks storage; the choice then lasts until the page is left */
  readonly session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  readonly preferences: Pick<PreferenceStore, 'get' | 'set' | 'subscribe'>;
};

const saved = (session: Deps['session']): string | undefined => {
  try {
    const text = session?.getItem(STORAGE_KEY) ?? '';
    return normalizeRelayUrl(text) === text ? text : undefined;
  } catch {
    return undefined;
  }
};

/** Whose notes the feed shows is one choice: a relay that is read alone ends Follow Only, and is ended by it. */
export const createFeedRelay = ({ session, preferences }: Deps): FeedRelay => {
  const { tell, subscribe } = createListeners();
  let relay = preferences.get('filterByFollow') ? undefined : saved(session);
  const change = (url: string | undefined) => {
    if (url === relay) return;
    relay = url;
    try {
      if (url === undefined) session?.removeItem(STORAGE_KEY);
      else session?.setItem(STORAGE_KEY, url);
    } catch {
      // without the storage the choice is gone after a reload
    }
    tell();
  };
  preferences.subscribe(() => {
    if (preferences.get('filterByFollow')) change(undefined);
  });
  return {
    get: () => relay,
    set: (url) => {
      if (url !== undefined && preferences.get('filterByFollow')) preferences.set('filterByFollow', false);
      change(url);
    },
    subscribe,
  };
};
