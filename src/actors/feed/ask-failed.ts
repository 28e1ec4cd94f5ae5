import type { QueryClient } from '@tanstack/query-core';

/** The action `ask failed anew`: asks again for what is shown and failed, also a domain that was silent. */
export const askFailedAnew = (queryClient: QueryClient): void =>
  void queryClient.refetchQueries(
    {
      type: 'active',
      predicate: ({ queryKey: [group], state: { status, data } }) =>
        status === 'error' || (group === 'nip05' && data === 'unreachable'),
    },
    // several relays may be back at the same moment
    { cancelRefetch: false },
  );
