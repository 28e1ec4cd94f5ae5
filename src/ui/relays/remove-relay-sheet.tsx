import { useState } from 'react';
import { usesLostWithout } from '#domain/relays/lacking-use.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { Banner } from '#ui/kit/banner.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName, useRelayEntries } from './use-relays.ts';

const NotListed = ({ onClose }: { onClose: () => void }) => (
  <Sheet
    title={relayTexts.removal.title}
    onClose={onClose}
    foot={<Button onClick={onClose}>{texts.shell.close}</Button>}
  >
    <p className="sheet__lead">{relayTexts.removal.gone}</p>
  </Sheet>
);

/** Asks before a relay is removed (`removeRelay={url}`, RELAY-27, ROUTE-27). */
export const RemoveRelaySheet = () => {
  const { value = '', close } = useOverlay('removeRelay');
  const directory = useArea('relay-directory');
  const entries = useRelayEntries();
  const [removed, setRemoved] = useState<RelayEntry>();
  const entry = removed ?? entries.find(({ url }) => url === normalizeRelayUrl(value));
  if (entry === undefined) return <NotListed onClose={close} />;
  const remove = () => {
    setRemoved(entry);
    directory.send({ type: 'relay.remove', url: entry.url });
    close();
  };
  return (
    <Sheet
      title={relayTexts.removal.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{relayTexts.removal.cancel}</Button>
          <Button look="danger" onClick={remove}>
            {relayTexts.removal.confirm}
          </Button>
        </>
      }
    >
      <p className="sheet__lead">
        <b dir="ltr">{relayName(entry.url)}</b> {relayTexts.removal.lead}
      </p>
      {usesLostWithout(entry.url, entries).map((use) => (
        <Banner key={use} tone="bad" icon="alert" title={relayTexts.removal.last[use]}>
          {relayTexts.removal.lastWhy[use]}
        </Banner>
      ))}
    </Sheet>
  );
};
