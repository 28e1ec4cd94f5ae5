import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { RelayAdvice } from '#domain/relays/relay-advice.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useArea } from '#ui/system-context.ts';
import { acceptLabel, adviceTitle } from './advice-words.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName, useRelayEntries } from './use-relays.ts';

const { advice: words } = relayTexts;

type AskProps = { advice: RelayAdvice; relay: string; onClose: () => void; onAccept: () => void };

/** Asks before a relay of the user leaves as proposed (RELAY-27). */
const AskRemoval = ({ advice, relay, onClose, onAccept }: AskProps) => (
  <Sheet
    title={relayTexts.removal.title}
    onClose={onClose}
    foot={
      <>
        <Button onClick={onClose}>{relayTexts.removal.cancel}</Button>
        <Button look="danger" onClick={onAccept}>
          {acceptLabel(advice)}
        </Button>
      </>
    }
  >
    <p className="sheet__lead">
      <b dir="ltr">{relayName(relay)}</b> {relayTexts.removal.lead}
    </p>
    {advice.added && <p>{words.comes(relayName(advice.added.url))}</p>}
  </Sheet>
);

const AdviceItem = ({ advice }: { advice: RelayAdvice }) => {
  const advisor = useArea('relay-advisor');
  const [asks, setAsks] = useState(false);
  const { id, done, removed, why } = advice;
  const accept = () => advisor.send({ type: 'advice.accept', id });
  return (
    <li className={done ? 'banner' : 'banner banner--value'}>
      <Icon name={done ? 'refresh' : 'info'} />
      <b>{adviceTitle(advice)}</b>
      <span>{removed ? words[why] : words.silence}</span>
      <div className="row rp__acts">
        {done ? (
          <Button look="line" size="s" onClick={() => advisor.send({ type: 'advice.undo', id })}>
            {words.undo}
          </Button>
        ) : (
          <Button look="line" size="s" onClick={() => (removed ? setAsks(true) : accept())}>
            {acceptLabel(advice)}
          </Button>
        )}
        <Button look="ghost" size="s" onClick={() => advisor.send({ type: 'advice.dismiss', id })}>
          {done ? words.keep : words.keepIt}
        </Button>
      </div>
      {asks && removed && !done && (
        <AskRemoval advice={advice} relay={removed.url} onClose={() => setAsks(false)} onAccept={accept} />
      )}
    </li>
  );
};

/** What the app changed in the set by itself, and what it proposes about relays of the user (RELAY-68). */
export const Advice = () => {
  const advice = useSelector(useArea('relay-advisor'), ({ context }) => context.advice);
  if (advice.length === 0) return null;
  return (
    <ul className="stack rl__advice" aria-label={words.title}>
      {advice.map((item) => (
        <AdviceItem key={item.id} advice={item} />
      ))}
    </ul>
  );
};

/** Relays the app knows to be good, to add with one press (RELAY-65). */
export const RelaySuggestions = ({ onSay }: { onSay: (text: string) => void }) => {
  const directory = useArea('relay-directory');
  const entries = useRelayEntries();
  const proposed = useSelector(useArea('relay-advisor'), ({ context }) => context.suggested);
  // the advisor looks every 30 s: some may be in the set by now
  const suggested = proposed.filter((url) => !entries.some((entry) => entry.url === url));
  if (suggested.length === 0) return null;
  const add = (url: string) => {
    directory.send({ type: 'relay.add', entry: { url, permission: 'readwrite', source: 'user' } });
    onSay(relayTexts.add.done(relayName(url)));
  };
  return (
    <div className="stack rl__suggested">
      <p className="t-sm c-2">{words.suggested}</p>
      <ul className="chips">
        {suggested.map((url) => (
          <li key={url}>
            <button type="button" className="chip" aria-label={words.suggest(relayName(url))} onClick={() => add(url)}>
              <Icon name="plus" size="xs" />
              <span dir="ltr">{relayName(url)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
