import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { NoRelays } from '#ui/relays/no-relays.tsx';
import { texts } from '#ui/texts/app.ts';
import { profileTexts } from '#ui/texts/profile.ts';
import { useOwnRelays } from './use-own-relays.ts';

/** In place of a list that no relay told: whether there is one to ask (FEED-14), and to ask again. */
export const ListFailed = ({ title, onRetry }: { title: string; onRetry: () => void }) => {
  const { urls } = useOwnRelays();
  if (urls.size === 0) return <NoRelays onRetry={onRetry} />;
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
