import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { Problem } from '#ui/kit/problem.tsx';

/** Reads a secret out of its field, or puts one in; nobody keeps it. */
export type SecretField = {
  read(): string;
  write(text: string): void;
  clear(): void;
  focus(): void;
  /** Marks the text, so that what is typed takes its place. */
  select(): void;
};

type Props = {
  label: string;
  hint?: ReactNode;
  /** what is wrong with it */
  problem?: string | undefined;
  autoComplete: 'off' | 'current-password' | 'new-password';
  mono?: boolean;
  disabled?: boolean;
  /** lines, for a secret that is long */
  rows?: number;
  /** told at each change, without the text */
  onEdit?: ((isEncrypted: boolean) => void) | undefined;
  onFocus?: (() => void) | undefined;
  /** another button in the field */
  children?: ReactNode;
  ref: Ref<SecretField>;
};

const ENCRYPTED = /^\s*(?:nostr:)?ncryptsec1/i;

/** No secret has a second line. */
const submitByEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
};

/** Empties the field when it goes. */
const useEmptied = (input: RefObject<HTMLInputElement | null>) =>
  useEffect(() => {
    const field = input.current;
    return () => {
      if (field) field.value = '';
    };
  }, [input]);

/**
 * A field for a secret: React never holds its text, and it is emptied when the field goes. The text is shown only while
 * the user asks for it.
 */
export const SecretInput = (props: Props) => {
  const { label, hint, problem, autoComplete, mono, disabled, rows, onEdit, onFocus, children, ref } = props;
  const id = useId();
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [shown, setShown] = useState(false);
  useImperativeHandle(ref, () => ({
    read: () => input.current?.value ?? '',
    write: (text) => {
      if (input.current) input.current.value = text;
    },
    clear: () => {
      if (input.current) input.current.value = '';
      setShown(false);
    },
    focus: () => input.current?.focus(),
    select: () => input.current?.select(),
  }));
  useEmptied(input);
  const common = {
    className: mono ? 'input input--mono' : 'input',
    id,
    autoComplete,
    autoCapitalize: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    disabled,
    'aria-invalid': problem !== undefined,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${id}-hint ${id}-problem`,
    onFocus,
    onInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onEdit?.(ENCRYPTED.test(event.currentTarget.value)),
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        <span id={`${id}-label`}>{label}</span>
        {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
      </label>
      <div className="inset">
        {rows === undefined ? (
          <input ref={input} type={shown ? 'text' : 'password'} {...common} />
        ) : (
          <textarea ref={input} rows={rows} data-hidden={!shown || undefined} onKeyDown={submitByEnter} {...common} />
        )}
        {children}
        <IconButton
          icon={shown ? 'eyeoff' : 'eye'}
          label={shown ? texts.hide(label) : texts.show(label)}
          disabled={disabled}
          onClick={() => setShown(!shown)}
        />
      </div>
      {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
    </div>
  );
};
