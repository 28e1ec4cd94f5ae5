import { texts } from '#ui/texts/app.ts';
import { Icon, type IconName } from './icon.tsx';
import { useCopy } from './use-copy.ts';

type Props = { icon: IconName; label: string; hint?: string; text: string };

/** A text to copy in the list of a sheet that an ellipsis opens; it says that it did. */
export const CopyItem = ({ icon, label, hint, text }: Props) => {
  const { result, copy } = useCopy();
  const said = result && (result === 'copied' ? texts.shell.copied : texts.shell.notCopied);
  return (
    <button type="button" className="item" onClick={() => copy(text)}>
      <span className="item__ico">
        <Icon name={result === 'copied' ? 'check' : icon} />
      </span>
      <span className="item__txt">
        <b>{label}</b>
        {hint !== undefined && <small>{hint}</small>}
      </span>
      <output className="t-sm c-ok">{said}</output>
    </button>
  );
};
