import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { feedCounts, rowsRead, type FeedCounts } from '#domain/feed/feed-counts.ts';
import { profileContactsKey, type QueryData } from '#domain/cache/query-keys.ts';
import { useReadByAll } from '#ui/feed/hidden-line.tsx';
import { useTimeline } from '#ui/queries.ts';
import { useAccount, useArea, useFeedView, usePreference } from '#ui/system-context.ts';

/** Whom the user follows, as far as it was read for the feed. */
const useFollows = (): ReadonlySet<string> => {
  const { pubkey = '' } = useAccount();
  const { data } = useQuery<QueryData['profile/contacts']>({ queryKey: profileContactsKey(pubkey), enabled: false });
  return useMemo(() => new Set(data?.map((contact) => contact.pubkey)), [data]);
};

/** How many of the notes that were read in the feed each filter is about. */
export const useFeedCounts = (): FeedCounts => {
  const filter = useSelector(useArea('feed'), ({ context }) => context.filter);
  const feed = useTimeline(filter)?.items;
  const all = useReadByAll(filter);
  const follows = useFollows();
  const { muted } = useFeedView();
  const [hashtags] = usePreference('customHashtags');
  return useMemo(
    () => feedCounts(rowsRead([feed ?? [], all]), { muted, follows, hashtags }),
    [feed, all, muted, follows, hashtags],
  );
};
