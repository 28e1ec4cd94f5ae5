import { useId, useRef, useState, type FormEvent } from 'react';
import { leakedSecret } from '#domain/leaked-secret.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useArea } from '#ui/system-context.ts';
import { checkNewRelay } from './new-relay.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { relayName, useRelayEntries } from './use-relays.ts';

/** What is typed into the field and what is wrong with it. */
const useNewRelay = (onSay: (text: string) => void) => {
  const directory = useArea('relay-directory');
  const entries = useRelayEntries();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const type = (text: string) => {
    const isSecret = leakedSecret(text) !== undefined;
    setTyped(isSecret ? '' : text);
    setProblem(isSecret ? relayTexts.add.secret : '');
  };
  const submit = () => {
    const checked = checkNewRelay(typed, entries);
    if ('problem' in checked) return setProblem(checked.problem);
    directory.send({ type: 'relay.add', entry: { url: checked.url, permission: 'readwrite', source: 'user' } });
    onSay(relayTexts.add.done(relayName(checked.url)));
    type('');
  };
  return { typed, problem, type, submit };
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
        <input
          ref={input}
          className="input input--mono"
          id={field}
          value={typed}
          inputMode="url"
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder={relayTexts.add.placeholder}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : `${field}-problem`}
          onChange={(event) => type(event.target.value)}
        />
        <Button look="primary" type="submit" aria-label={relayTexts.add.submit}>
          {relayTexts.add.button}
        </Button>
      </div>
      {problem !== '' && (
        <p className="err" id={`${field}-problem`} role="alert">
          <Icon name="alert" size="s" />
          {problem}
        </p>
      )}
    </form>
  );
};
