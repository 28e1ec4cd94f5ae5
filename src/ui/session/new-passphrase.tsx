import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { passphraseProblem } from '#domain/session/passphrase.ts';
import type { KeyProblem } from '#domain/session/session-problem.ts';
import { SecretInput, type SecretField } from './secret-input.tsx';
import { problemText } from '#ui/texts/problem-text.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';

/** A passphrase that was typed twice. */
type NewPassphrase = { readonly passphrase: string; readonly confirmation: string };

export type PassphraseFields = {
  /** undefined, and the problem shown, when it cannot protect a key (KEY-01, KEY-02) */
  read(): NewPassphrase | undefined;
};

type Props = { onFocus?: () => void; ref: Ref<PassphraseFields> };

/** Two fields for the passphrase that is to protect a key. */
export const NewPassphraseFields = ({ onFocus, ref }: Props) => {
  const first = useRef<SecretField>(null);
  const second = useRef<SecretField>(null);
  const [problem, setProblem] = useState<KeyProblem>();
  useImperativeHandle(ref, () => ({
    read() {
      const typed = { passphrase: first.current?.read() ?? '', confirmation: second.current?.read() ?? '' };
      const found = passphraseProblem(typed.passphrase, typed.confirmation);
      setProblem(found);
      if (found === undefined) return typed;
      (found === 'passphrases-differ' ? second : first).current?.focus();
      return undefined;
    },
  }));
  const text = problem && problemText({ code: 'key', key: problem });
  const edit = () => setProblem(undefined);
  return (
    <>
      <SecretInput
        ref={first}
        label={texts.passphrase.label}
        hint={texts.passphrase.hint}
        autoComplete="new-password"
        problem={problem === 'passphrases-differ' ? undefined : text}
        onEdit={edit}
        onFocus={onFocus}
      />
      <SecretInput
        ref={second}
        label={texts.passphrase.repeat}
        autoComplete="new-password"
        problem={problem === 'passphrases-differ' ? text : undefined}
        onEdit={edit}
        onFocus={onFocus}
      />
    </>
  );
};
