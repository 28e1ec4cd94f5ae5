import { texts } from '#ui/texts/app.ts';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

type Props = {
  text: string;
  /** what is copied: 'Copy link' */
  label: string;
};

/** Copies a text and says 'Copied' for 1.5 s (SET-33). The page has it from the start, for a view that fails. */
export const CopyLineButton = ({ text, label }: Props) => {
  const { result, copy } = useCopy();
  const said = result && (result === 'copied' ? texts.shell.copied : texts.shell.notCopied);
  return (
    <Button look="line" icon={result === 'copied' ? 'check' : 'copy'} onClick={() => copy(text)}>
      <output>{said}</output>
      {!said && label}
    </Button>
  );
};
