import { useState } from 'react';
import type { RelayEntry } from '#domain/relays/relay-set.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useOverlay } from '#ui/overlay.ts';
import { useArea } from '#ui/system-context.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName, useDroppedByRestore } from './use-relays.ts';

/** Asks before relays of the user are dropped for those of the start (`restoreRelays=true`, RELAY-28). */
export const RestoreRelaysSheet = () => {
  const { close } = useOverlay('restoreRelays');
  const directory = useArea('relay-directory');
  const [restored, setRestored] = useState<readonly RelayEntry[]>();
  const now = useDroppedByRestore();
  const dropped = restored ?? now;
  const restore = () => {
    setRestored(dropped);
    directory.send({ type: 'relays.restore' });
    close();
  };
  return (
    <Sheet
      title={relayTexts.restore.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{relayTexts.removal.cancel}</Button>
          <Button look="danger" onClick={restore}>
            {relayTexts.restore.confirm}
          </Button>
        </>
      }
    >
      <p className="sheet__lead">{relayTexts.restore.lead}</p>
      {dropped.length > 0 && (
        <section className="stack rl__dropped">
          <h3 className="t-sm c-2">{relayTexts.restore.dropped}</h3>
          <ul className="list">
            {dropped.map(({ url, permission }) => (
              <li key={url} className="item">
                <span className="item__txt">
                  <b dir="ltr">{relayName(url)}</b>
                  <small>{relayTexts.permissions[permission]}</small>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Sheet>
  );
};
