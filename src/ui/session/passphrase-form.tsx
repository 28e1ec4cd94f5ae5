import { useEffect, useRef, type FormEvent } from 'react';
import { sealed, type Sealed } from '#domain/protocol/sealed.ts';
import { SecretInput, type SecretField } from './secret-input.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';

type Props = {
  /** of the form, for the button in the foot of the sheet */
  id: string;
  /** '' when nothing went wrong */
  message: string;
  busy: boolean;
  /** whose passphrase it is, for password managers */
  npub: string;
  onSubmit: (passphrase: Sealed<string>) => void;
};

/** Asks for the passphrase of a saved key. Another account gets another form, by its key. */
export const PassphraseForm = ({ id, message, busy, npub, onSubmit }: Props) => {
  const field = useRef<SecretField>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (message === '') return;
    field.current?.focus();
    field.current?.select();
  }, [message]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit(sealed(field.current?.read() ?? ''));
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <input type="text" autoComplete="username" value={npub} readOnly hidden />
      <SecretInput
        ref={field}
        label={texts.passphrase.label}
        autoComplete="current-password"
        problem={message === '' ? undefined : message}
      />
    </form>
  );
};
