import { useId, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

type Props = {
  title: string;
  /** beside the button that submits; closes the sheet */
  cancel: string;
  submit: ReactNode;
  /** of the button that submits: 'value' where money moves */
  look: 'primary' | 'value';
  busy: boolean;
  /** nothing can be submitted yet */
  disabled?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A sheet that is one form: its fields, and below them a way out and the button that submits. */
export const FormSheet = ({
  title,
  cancel,
  submit,
  look,
  busy,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: Props) => {
  const id = useId();
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button look={look} type="submit" form={id} busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {children}
      </form>
    </Sheet>
  );
};
