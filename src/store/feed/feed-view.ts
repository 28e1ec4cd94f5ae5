import type { FeedView } from '#domain/feed/feed-filter.ts';
import type { Muted } from '#store/social/muted.ts';
import type { PreferenceStore } from '#store/settings/preferences.ts';

/** What of the notes that were read the user wants to see. */
export type FeedViewStore = {
  /** another object after each change of a preference or of the muted people */
  get(): FeedView;
  readonly subscribe: (listener: () => void) => () => void;
};

type Deps = { readonly preferences: PreferenceStore; readonly muted: Pick<Muted, 'get' | 'subscribe'> };

/** The preferences and the muted people as one rule for the feed. */
export const createFeedView = ({ preferences, muted }: Deps): FeedViewStore => {
  const subscribe = (listener: () => void) => {
    const stops = [preferences, muted].map((source) => source.subscribe(listener));
    return () => stops.forEach((stop) => stop());
  };
  let view: FeedView;
  const look = () => {
    view = {
      showReplies: preferences.get('showReplies'),
      showReposts: preferences.get('showReposts'),
      imageNotesOnly: preferences.get('filterByImageNotesOnly'),
      gallery: preferences.get('imageMode'),
      muted: muted.get(),
    };
  };
  look();
  subscribe(look);
  return { get: () => view, subscribe };
};
