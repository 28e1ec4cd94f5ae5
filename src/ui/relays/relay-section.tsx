import { useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lackingUses } from '#domain/relays/lacking-use.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { Advice, RelaySuggestions } from './advice.tsx';
import { AddRelay } from './add-relay.tsx';
import { PermissionLegend } from './permission-button.tsx';
import { PublishedList } from './published-list.tsx';
import { RelayRows } from './relay-rows.tsx';
import { relayTexts } from '#ui/texts/relays.ts';
import { useRelayEntries } from './use-relays.ts';
import { useRestoreRelays } from './use-restore-relays.ts';
import './relays.css';

const section = () => document.getElementById('relays');

/** Goes to the section when the status lights opened it, and back to it when what had the focus was removed. */
const useComeHere = () => {
  const { relayStatus, removeRelay }: AppSearch = useSearch({ strict: false });
  // after the dialog took the focus
  useEffect(() => {
    if (!relayStatus) return;
    section()?.scrollIntoView({ block: 'start' });
    section()?.focus({ preventScroll: true });
  }, [relayStatus]);
  useEffect(() => {
    if (removeRelay === undefined && document.activeElement === document.body)
      section()?.focus({ preventScroll: true });
  }, [removeRelay]);
};

const RestoreButton = ({ onSay }: { onSay: (text: string) => void }) => {
  const restore = useRestoreRelays(() => onSay(relayTexts.restore.done));
  return (
    <Button look="ghost" onClick={restore}>
      {relayTexts.restore.button}
    </Button>
  );
};

/** Says what none of the relays is used for. */
const Lacking = () => {
  const entries = useRelayEntries();
  if (entries.length === 0) return null;
  return lackingUses(entries).map((use) => (
    <Banner key={use} tone="warn" icon="alert" title={relayTexts.lacking[use]}>
      {relayTexts.lackingWhy[use]}
    </Banner>
  ));
};

/** What comes once the care of the relays runs; the list stands without it. */
const WhenCared = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary fallback={null}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);

/** The relays of the user, to see how they stand and to change them (SET-32, RELAY-02, RELAY-27, RELAY-28). */
export const RelaySection = () => {
  const open = useOpenOverlay();
  const [said, setSaid] = useState('');
  const isEmpty = useRelayEntries().length === 0;
  useComeHere();
  return (
    <>
      <p className="sect__note">{isEmpty ? relayTexts.none : relayTexts.lead}</p>
      {!isEmpty && <PermissionLegend />}
      <Lacking />
      <RelayRows onSay={setSaid} />
      <output className="vh">{said}</output>
      <WhenCared>
        <Advice />
        <PublishedList />
      </WhenCared>
      <AddRelay onSay={setSaid} />
      <WhenCared>
        <RelaySuggestions onSay={setSaid} />
      </WhenCared>
      <div className="rl__more">
        <Button look="line" icon="pulse" aria-haspopup="dialog" onClick={() => open({ relayHealth: true })}>
          {relayTexts.health}
        </Button>
        <Button look="line" icon="gauge" aria-haspopup="dialog" onClick={() => open({ auxiliaryRelays: true })}>
          {relayTexts.auxiliary}
        </Button>
      </div>
      <RestoreButton onSay={setSaid} />
    </>
  );
};
