import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { useArea } from '#ui/system-context.ts';
import { RelayAddressInput, RelayAddressProblem } from './relay-address.tsx';
import { checkNewRelay } from './new-relay.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName, useRelayDefaults, useRelayEntries } from './use-relays.ts';

/** What is typed into the field and what is wrong with it. */
const useNewRelay = (onSay: (text: string) => void) => {
  const directory = useArea('relay-directory');
  const entries = useRelayEntries();
  const defaults = useRelayDefaults();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [type, secret] = useNoSecret((text) => {
    setTyped(text);
    setProblem('');
  });
  const submit = () => {
    const checked = checkNewRelay(typed, entries, defaults);
    if ('problem' in checked) return setProblem(checked.problem);
    directory.send({ type: 'relay.add', entry: { url: checked.url, permission: 'readwrite', source: 'user' } });
    onSay(relayTexts.add.done(relayName(checked.url)));
    type('');
  };
  return { typed, problem: secret ?? problem, type, submit };
};

/** The field for one more relay (RELAY-07 to RELAY-11). */
export const AddRelay = ({ onSay }: { onSay: (text: string) => void }) => {
  const { typed, problem, type, submit } = useNewRelay(onSay);
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    submit();
    input.current?.focus();
  };
  return (
    <form className="field" noValidate onSubmit={add}>
      <label htmlFor={field}>{relayTexts.add.label}</label>
      <div className="joined">
        <RelayAddressInput
          ref={input}
          id={field}
          value={typed}
          problem={problem}
          placeholder={relayTexts.add.placeholder}
          onType={type}
        />
        <Button look="primary" type="submit" aria-label={relayTexts.add.submit}>
          {relayTexts.add.button}
        </Button>
      </div>
      <RelayAddressProblem id={field} problem={problem} />
    </form>
  );
};
