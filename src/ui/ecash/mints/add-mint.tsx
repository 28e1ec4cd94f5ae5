import { useId, useState, type FormEvent } from 'react';
import { Button } from '#ui/kit/button.tsx';
import { Problem } from '#ui/kit/problem.tsx';
import { useNoSecret } from '#ui/kit/use-no-secret.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { ecashTexts } from '#ui/texts/ecash.ts';
import { failureText } from '#ui/ecash/failure-text.ts';
import { useMeeting } from './meetings.ts';
import { typedMint } from './mint-address.ts';
import { useEcashAccess } from '#ui/ecash/use-ecash-access.ts';

type FieldProps = {
  label: string;
  submit: string;
  busy?: boolean;
  problem?: string | undefined;
  /** it is empty again for the next one */
  clears?: boolean;
  /** gets the address, normalised */
  onAddress: (url: string) => void;
};

/** Takes the address of a mint. */
export const MintAddressField = ({ label, submit, busy = false, problem, clears = false, onAddress }: FieldProps) => {
  const id = useId();
  const [text, type] = useState('');
  const [wrong, tell] = useState<string>();
  const [typeAddress, secret] = useNoSecret(type);
  const told = secret ?? wrong ?? problem;
  const take = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    try {
      const url = typedMint(text);
      tell(undefined);
      onAddress(url);
      if (clears) type('');
    } catch (error) {
      tell(failureText(error));
    }
  };
  return (
    <form className="field" noValidate onSubmit={take}>
      <label htmlFor={id}>
        {label} {label !== ecashTexts.add.label && <small>{ecashTexts.add.hint}</small>}
      </label>
      <div className="joined">
        <input
          className="input"
          id={id}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={ecashTexts.add.placeholder}
          value={text}
          aria-invalid={told !== undefined || undefined}
          aria-describedby={told === undefined ? undefined : `${id}-problem`}
          onChange={(event) => typeAddress(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
      {told !== undefined && <Problem id={`${id}-problem`}>{told}</Problem>}
    </form>
  );
};

/** The way to a mint that is not used yet: it is asked who it is, and then shown. */
export const AddMint = ({ label = ecashTexts.add.label }: { label?: string }) => {
  const open = useOpenOverlay();
  const access = useEcashAccess();
  const { meet, isBusy, problem } = useMeeting('');
  const look = async (url: string) => {
    if (access !== 'open') open({ unlockKey: true });
    else if (await meet(url)) open({ money: 'mint', of: url });
  };
  return (
    <MintAddressField
      label={label}
      submit={ecashTexts.add.next}
      busy={isBusy}
      problem={problem}
      onAddress={(url) => void look(url)}
    />
  );
};
