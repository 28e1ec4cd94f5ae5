import { useId } from 'react';
import { writesTo } from '#domain/relays/relay-permission.ts';
import { relayName, useRelayEntries } from '#ui/relays/use-relays.ts';
import { Button } from '#ui/kit/button.tsx';
import { useNoteTargets } from './write-policy.ts';
import { publishTexts as texts } from '#ui/texts/publish.ts';

type Props = {
  /** undefined: the write relays */
  chosen: readonly string[] | undefined;
  onChoose: (relays: readonly string[] | undefined) => void;
};

/** Which of the relays that are written to get this post (RELAY-71). */
export const ChooseRelays = ({ chosen, onChoose }: Props) => {
  const id = useId();
  const entries = useRelayEntries().filter(({ permission }) => writesTo(permission));
  const marked = useNoteTargets(chosen);
  const toggle = (url: string) =>
    onChoose(marked.includes(url) ? marked.filter((other) => other !== url) : [...marked, url]);
  return (
    <fieldset className="cr__panel" aria-labelledby={id}>
      <div className="spread">
        <span className="field__label" id={id}>
          {texts.relays.choose}
        </span>
        {chosen && (
          <Button look="ghost" size="s" onClick={() => onChoose(undefined)}>
            {texts.relays.reset}
          </Button>
        )}
      </div>
      {entries.map(({ url }) => (
        <label key={url} className="checkline">
          <input className="check" type="checkbox" checked={marked.includes(url)} onChange={() => toggle(url)} />
          <span className="clip" dir="ltr">
            {relayName(url)}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
