import { useSelector } from '@xstate/react';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { readsFrom } from '#domain/relays/relay-permission.ts';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { NoRelays } from '#ui/relays/no-relays.tsx';
import { texts } from '#ui/texts/app.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { useArea } from '#ui/system-context.ts';

const isAsked = ({ permission }: RelayEntry) => readsFrom(permission) || permission === 'indexer';

/** In place of a list that no relay told: whether there is one to ask (FEED-14), and to ask again. */
export const ListFailed = ({ title, onRetry }: { title: string; onRetry: () => void }) => {
  const canAsk = useSelector(useArea('relay-directory'), ({ context: { entries } }) => entries.some(isAsked));
  if (!canAsk) return <NoRelays onRetry={onRetry} />;
  return (
    <EmptyState
      art="mast"
      title={title}
      action={
        <Button look="primary" onClick={onRetry}>
          {texts.error.retry}
        </Button>
      }
    >
      {profileTexts.unanswered}
    </EmptyState>
  );
};
