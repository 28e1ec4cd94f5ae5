import { useSelector } from '@xstate/react';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { readsFrom } from '#domain/relays/relay-permission.ts';
import { RetryState } from '#ui/kit/retry-state.tsx';
import { NoRelays } from '#ui/relays/no-relays.tsx';
import { profileTexts } from '#ui/texts/profile.ts';
import { useArea } from '#ui/system-context.ts';

const isAsked = ({ permission }: RelayEntry) => readsFrom(permission) || permission === 'indexer';

type Props = { title: string; why?: string; onRetry: () => void };

/** In place of a list that no relay told: whether there is one to ask (FEED-14), and to ask again. */
export const ListFailed = ({ title, why = profileTexts.unanswered, onRetry }: Props) => {
  const canAsk = useSelector(useArea('relay-directory'), ({ context: { entries } }) => entries.some(isAsked));
  if (!canAsk) return <NoRelays onRetry={onRetry} />;
  return (
    <RetryState title={title} onRetry={onRetry}>
      {why}
    </RetryState>
  );
};
