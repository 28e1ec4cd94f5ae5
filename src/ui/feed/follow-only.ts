import { useQuery } from '@tanstack/react-query';
import { profileContactsKey, type QueryData } from '#domain/cache/query-keys.ts';
import { useAccount, usePreference } from '#ui/system-context.ts';

/** Whether the feed shows only people the user follows, and why it does not though it should (FEED-07). */
type FollowOnly = {
  /** the public key of the user when it does */
  readonly user: string | undefined;
  readonly problem: 'nobody' | 'unread' | undefined;
};

/** Follow Only as it is in effect: not for visitors, nor when there is nobody to show. */
export const useFollowOnly = (): FollowOnly => {
  const [wanted] = usePreference('filterByFollow');
  const { pubkey = '' } = useAccount();
  const on = wanted && pubkey !== '';
  const { data, isError } = useQuery<QueryData['profile/contacts']>({
    queryKey: profileContactsKey(pubkey),
    enabled: on,
  });
  if (!on) return { user: undefined, problem: undefined };
  if (data?.length === 0) return { user: undefined, problem: 'nobody' };
  return isError && data === undefined ? { user: undefined, problem: 'unread' } : { user: pubkey, problem: undefined };
};
