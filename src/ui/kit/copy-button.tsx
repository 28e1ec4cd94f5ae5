import { texts } from '#ui/texts/app.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useCopy } from './use-copy.ts';

type Props = {
  text: string;
  /** what is copied: 'Copy link' */
  label: string;
  /** drawn as an icon alone */
  bare?: boolean;
};

/** Copies a text and says 'Copied' for 1.5 s (SET-33). */
export const CopyButton = ({ text, label, bare = false }: Props) => {
  const { result, copy } = useCopy();
  const said = result && (result === 'copied' ? texts.shell.copied : texts.shell.notCopied);
  if (bare)
    return (
      <button type="button" className="tap" aria-label={label} title={said ?? label} onClick={() => copy(text)}>
        <Icon name={result === 'copied' ? 'check' : 'copy'} size="s" />
        <output className="vh">{said}</output>
      </button>
    );
  return (
    <Button look="line" icon={result === 'copied' ? 'check' : 'copy'} onClick={() => copy(text)}>
      {said ?? label}
      <output className="vh">{said}</output>
    </Button>
  );
};
