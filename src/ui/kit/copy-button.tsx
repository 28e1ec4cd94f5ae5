import { CopyIconButton } from './copy-icon-button.tsx';
import { CopyLineButton } from './copy-line-button.tsx';

type Props = {
  text: string;
  /** what is copied: 'Copy link' */
  label: string;
  /** drawn as an icon alone */
  bare?: boolean;
};

/** Copies a text and says 'Copied' for 1.5 s (SET-33). */
export const CopyButton = ({ text, label, bare = false }: Props) =>
  bare ? <CopyIconButton read={() => text} label={label} size="s" /> : <CopyLineButton text={text} label={label} />;
