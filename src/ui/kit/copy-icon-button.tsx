import { texts } from '#ui/texts/app.ts';
import { Icon, type IconName } from './icon.tsx';
import { useCopy } from './use-copy.ts';
import './copy-icon-button.css';

type Props = {
  /** gives the text at the press */
  read: () => string;
  /** what is copied: 'Copy link' */
  label: string;
  icon?: IconName;
  size?: 's';
};

/** An icon that copies a text, and says so for 1.5 s in its place, over what stands beside it (SET-33). */
export const CopyIconButton = ({ read, label, icon = 'copy', size }: Props) => {
  const { result, copy } = useCopy();
  const said = result && (result === 'copied' ? texts.shell.copied : texts.shell.notCopied);
  return (
    <button type="button" className="tap" aria-label={label} title={said ?? label} onClick={() => copy(read())}>
      {said === undefined && <Icon name={icon} {...(size && { size })} />}
      <output className={said && (result === 'copied' ? 'tag tag--ok copied' : 'tag tag--bad copied')}>
        {said && <Icon name={result === 'copied' ? 'check' : 'alert'} size="xs" />}
        {said}
      </output>
    </button>
  );
};
