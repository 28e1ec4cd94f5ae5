import { VISITOR } from '#domain/publish/draft.ts';
import { useAccount, useActing } from '#ui/system-context.ts';

/** Tells whether something is written at a place that is not posted yet. */
export const useIsBegun = (): ((place: string) => boolean) => {
  const { writing } = useActing();
  const { pubkey } = useAccount();
  return (place) => [pubkey ?? VISITOR, VISITOR].some((owner) => writing.drafts.get({ owner, place }));
};
