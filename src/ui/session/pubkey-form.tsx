import { useSelector } from '@xstate/react';
import { useId, useState, type FormEvent } from 'react';
import { classifySearch } from '#domain/search/search-input.ts';
import { Button } from '#ui/kit/button.tsx';
import { PasteButton } from '#ui/kit/paste-button.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { useArea } from '#ui/system-context.ts';
import { Problem } from '#ui/kit/problem.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { useLoginProblem } from './use-login.ts';
import { useOnLeave } from './use-on-leave.ts';

const Form = () => {
  const login = useArea('login');
  const id = useId();
  const [text, setText] = useState('');
  const [slip, setSlip] = useState<string>();
  const isInvalid = useLoginProblem()?.code === 'invalid-pubkey';
  // else what was said of it would stand over an empty field at the next time
  useOnLeave(() => isInvalid && login.send({ type: 'login.dismiss' }));
  const [type, secret] = useNoSecret((typed) => {
    setText(typed);
    setSlip(undefined);
    login.send({ type: 'login.dismiss' });
  });
  const found = classifySearch(text);
  const problem = slip ?? secret ?? (isInvalid ? texts.pubkey.invalid : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSlip(undefined);
    login.send({ type: 'login.pubkey', text: found.type === 'profile' ? found.pubkey : text });
  };
  return (
    <form className="stack pubkey" noValidate onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>
          <span id={`${id}-label`}>{texts.pubkey.label}</span>
          <small id={`${id}-hint`}>{texts.pubkey.hint}</small>
        </label>
        <div className="inset">
          <input
            className="input input--mono"
            id={id}
            value={text}
            autoCapitalize="off"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder={texts.pubkey.placeholder}
            aria-invalid={problem !== undefined}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-hint ${id}-taken ${id}-problem`}
            onChange={(event) => type(event.target.value)}
          />
          <PasteButton
            label={texts.pubkey.paste}
            onPaste={type}
            onUnreadable={() => setSlip(texts.pubkey.unreadable)}
          />
        </div>
        <output className="hint" id={`${id}-taken`}>
          {found.type === 'hex' && texts.pubkey.hex}
        </output>
        {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
      </div>
      <Button look="line" type="submit">
        {texts.pubkey.save}
      </Button>
    </form>
  );
};

/** A login that only reads: by npub, also in a link, or 64 hex characters (SET-17 to SET-19, LOGIN-04). It helps nobody who must sign. */
export const PubkeyForm = () => {
  const mustSign = useSelector(
    useArea('login-gate'),
    (snapshot) => snapshot.hasTag('asking login') && snapshot.context.action.need === 'sign',
  );
  return !mustSign && <Form />;
};
