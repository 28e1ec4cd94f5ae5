import type { FeedView } from '#domain/feed-filter.ts';
import type { Muted } from './muted.ts';
import type { PreferenceStore } from './preferences.ts';

/** What of the notes that were read the user wants to see. */
export type FeedViewStore = {
  /** another object after each change */
  get(): FeedView;
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = { readonly preferences: PreferenceStore; readonly muted: Pick<Muted, 'get' | 'subscribe'> };

/** The preferences and the muted people as one rule for the feed. */
export const createFeedView = ({ preferences, muted }: Deps): FeedViewStore => {
  const listeners = new Set<() => void>();
  const look = (): FeedView => ({
    showReplies: preferences.get('showReplies'),
    showReposts: preferences.get('showReposts'),
    imageNotesOnly: preferences.get('filterByImageNotesOnly'),
    muted: muted.get(),
  });
  let view = look();
  const change = () => {
    const changed = look();
    if ((Object.keys(view) as (keyof FeedView)[]).every((key) => changed[key] === view[key])) return;
    view = changed;
    for (const listener of listeners) listener();
  };
  preferences.subscribe(change);
  muted.subscribe(change);
  return {
    get: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
