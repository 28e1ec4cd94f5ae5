import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { RetryButton } from '#ui/kit/retry-button.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { feedTexts } from '#ui/texts/feed.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { useRestoreRelays } from './use-restore-relays.ts';

/** What can be done where the set names no relay to read from; `onRetry`: what was asked for does not come by itself then. */
const RelayWaysOut = ({ small, onRetry }: { small?: boolean; onRetry?: () => void }) => {
  const restore = useRestoreRelays(onRetry);
  const open = useOpenOverlay();
  const size = small === true ? { size: 's' as const } : {};
  return (
    <>
      <Button look={small === true ? 'line' : 'primary'} {...size} onClick={restore}>
        {feedTexts.restoreRelays}
      </Button>
      <Button look="line" {...size} aria-haspopup="dialog" onClick={() => open({ relayStatus: true })}>
        {relayTexts.add.label}
      </Button>
      {onRetry && <RetryButton look="line" {...size} onRetry={onRetry} />}
    </>
  );
};

/** In place of what cannot be fetched without a relay (FEED-14). */
export const NoRelays = ({ onRetry }: { onRetry?: () => void }) => (
  <EmptyState art="mast" title={feedTexts.noRelays} action={<RelayWaysOut {...(onRetry && { onRetry })} />}>
    {relayTexts.none}
  </EmptyState>
);

/** The same below notes that are there. */
export const NoRelaysLine = () => (
  <output className="feed__end">
    <span>{relayTexts.none}</span>
    <span className="row">
      <RelayWaysOut small />
    </span>
  </output>
);
