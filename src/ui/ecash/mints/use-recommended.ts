import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RECOMMENDATIONS_STALE_MS } from '#domain/ecash/ecash-limits.ts';
import type { Recommendations } from '#domain/ecash/mints/recommendation.ts';
import { useAccount } from '#ui/system-context.ts';
import { useEcash } from '#ui/ecash/use-ecash.ts';

const keyOf = (pubkey: string | undefined) => ['recommended-mints', pubkey] as const;

/** Mints that people recommend whom the user follows; undefined while relays are asked, which happens as long as somebody looks. */
export const useRecommended = (): { readonly known: Recommendations | undefined; readonly isSilent: boolean } => {
  const ecash = useEcash();
  const { pubkey } = useAccount();
  const { data, isError } = useQuery({
    queryKey: keyOf(pubkey),
    queryFn: ({ signal }) => ecash.recommended(signal),
    enabled: pubkey !== undefined,
    staleTime: RECOMMENDATIONS_STALE_MS,
    gcTime: RECOMMENDATIONS_STALE_MS,
    retry: 1,
  });
  return { known: data, isSilent: isError };
};

/** Notes what the user says of a mint from now on; undefined: nothing any more. */
export const useNoteMine = () => {
  const client = useQueryClient();
  const { pubkey } = useAccount();
  return (url: string, review: Recommendations['mine'][string] | undefined) =>
    client.setQueryData<Recommendations>(keyOf(pubkey), (before = { mints: [], mine: {} }) => {
      const { [url]: _, ...others } = before.mine;
      return { ...before, mine: review ? { ...others, [url]: review } : others };
    });
};
