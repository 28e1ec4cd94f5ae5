import { useSelector } from '@xstate/react';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useRestoreRelays } from '#ui/relays/use-restore-relays.ts';
import { useArea, useOnline } from '#ui/system-context.ts';
import { feedTexts } from '#ui/texts/feed.ts';
import { relayTexts } from '#ui/texts/relays.ts';

const NoRelays = () => {
  const restore = useRestoreRelays();
  return (
    <Banner tone="warn" icon="relay" title={feedTexts.noRelays}>
      {relayTexts.none}
      <Button look="line" size="s" onClick={restore}>
        {feedTexts.restoreRelays}
      </Button>
    </Banner>
  );
};

/** Says above the notes that they are the saved ones, when no relay can be reached though the device is online. */
export const UnreachableBanner = () => {
  const feed = useArea('feed');
  const online = useOnline();
  const noRelays = useSelector(feed, (snapshot) => snapshot.hasTag('no relays'));
  if (!noRelays && !online) return null;
  return (
    <div className="padx feed__lead">
      {noRelays ? (
        <NoRelays />
      ) : (
        <Banner tone="warn" icon="offline" title={feedTexts.unreachable}>
          {feedTexts.unreachableWhy}
        </Banner>
      )}
    </div>
  );
};
