import { useId, useState, type KeyboardEvent } from 'react';
import { isKeptOut } from '#domain/relays/kept-out.ts';
import { normalizeRelayUrl } from '#domain/relays/relay-url.ts';
import { linkLabel } from '#domain/text/web-url.ts';
import { Button } from '#ui/kit/button.tsx';
import { Sheet } from '#ui/kit/sheet.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { useOverlay } from '#ui/overlay.ts';
import { RelayAddressInput, RelayAddressProblem } from '#ui/relays/relay-address.tsx';
import { useIsFullFor, useRelayDefaults } from '#ui/relays/use-relays.ts';
import { isRead, useRelayLines, type RelayLine } from '#ui/relays/use-relay-lines.ts';
import { useFeedRelay } from '#ui/system-context.ts';
import { feedTexts as texts } from '#ui/texts/feed.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { useAskedRelay } from './asked-relay.ts';
import { RelayPace } from './relay-pace.tsx';

/** The relays that are read from, and the one that is read alone where it is none of them. */
const useChoices = (current: string | undefined): readonly RelayLine[] => {
  const read = useRelayLines().filter(isRead);
  const isOther = current !== undefined && read.every(({ url }) => url !== current);
  return isOther ? [...read, { url: current, use: 'read', state: 'not connected', light: 'off' }] : read;
};

type ChoiceProps = { line: RelayLine; checked: boolean; isKnown: boolean; onChoose: (url: string) => void };

const Choice = ({ line, checked, isKnown, onChoose }: ChoiceProps) => (
  <label className="item">
    {isKnown && <i className="light light--l" data-s={line.light} />}
    <span className="item__txt">
      <b dir="ltr">{linkLabel(line.url)}</b>
    </span>
    {isKnown && <RelayPace {...line} />}
    <input className="radio" type="radio" name="feed-relay" checked={checked} onChange={() => onChoose(line.url)} />
  </label>
);

type FieldProps = {
  typed: string;
  problem: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

const OtherRelay = ({ typed, problem, onType, onKeyDown }: FieldProps) => {
  const field = useId();
  return (
    <div className="field">
      <label htmlFor={field}>
        {texts.otherRelay} <small>{texts.askedFirst}</small>
      </label>
      <RelayAddressInput
        id={field}
        value={typed}
        problem={problem}
        placeholder={texts.otherRelayHint}
        onType={onType}
        onKeyDown={onKeyDown}
      />
      <RelayAddressProblem id={field} problem={problem} />
    </div>
  );
};

/** What was chosen or typed, and what becomes of it. */
const useChoice = (onRead: (url: string) => void) => {
  const [relay] = useFeedRelay();
  const lines = useChoices(relay);
  const defaults = useRelayDefaults();
  const isFullFor = useIsFullFor();
  const [chosen, setChosen] = useState(relay);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState('');
  const { isBusy, silent, ask } = useAskedRelay(onRead);
  const url = typed.trim() === '' ? chosen : normalizeRelayUrl(typed);
  const submit = () => {
    if (url === undefined) return setWrong(texts.noRelay);
    if (lines.some((line) => line.url === url)) return onRead(url);
    if (isKeptOut(url, defaults)) return setWrong(relayTexts.keptOutWhy);
    if (isFullFor(url)) return setWrong(relayTexts.add.full);
    ask(url);
  };
  const [type, secret, onKeyDown] = useNoSecret((text) => {
    setWrong('');
    setTyped(text);
  });
  const problem = secret ?? (wrong || (silent !== undefined && silent === url ? texts.silentRelay : ''));
  const choose = (picked: string) => {
    type('');
    setChosen(picked);
  };
  return { lines, relay, url, typed, problem, isBusy, type, onKeyDown, choose, submit };
};

/** Chooses the one relay whose notes the feed consists of. */
export const FeedRelaySheet = () => {
  const { close } = useOverlay('feedRelay');
  const [, setRelay] = useFeedRelay();
  const form = useId();
  const choice = useChoice((url) => {
    window.scrollTo(0, 0);
    setRelay(url);
    close();
  });
  const { lines, relay, url, typed, problem, isBusy } = choice;
  const foot = (
    <>
      <Button onClick={close}>{texts.cancel}</Button>
      <Button look="primary" type="submit" form={form} busy={isBusy} disabled={url === undefined && typed === ''}>
        <span className="clip">{url === undefined ? texts.readRelay : texts.read(linkLabel(url))}</span>
      </Button>
    </>
  );
  return (
    <Sheet title={texts.readOne} onClose={close} foot={foot}>
      <form
        id={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          choice.submit();
        }}
      >
        <p className="sheet__lead">{texts.readOneLead}</p>
        <div className="list rpick" role="radiogroup" aria-label={texts.readOne}>
          {lines.map((line) => (
            <Choice
              key={line.url}
              line={line}
              checked={typed === '' && line.url === url}
              isKnown={line.state !== 'not connected' || line.url !== relay}
              onChoose={choice.choose}
            />
          ))}
        </div>
        <OtherRelay typed={typed} problem={problem} onType={choice.type} onKeyDown={choice.onKeyDown} />
      </form>
    </Sheet>
  );
};
