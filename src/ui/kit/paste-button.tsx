import { IconButton } from './icon-button.tsx';

type Props = {
  label: string;
  onPaste: (text: string) => void;
  /** the browser does not give it */
  onUnreadable: () => void;
};

/** A button inside a field that gives the text of the clipboard. */
export const PasteButton = ({ label, onPaste, onUnreadable }: Props) => {
  const paste = async () => {
    try {
      onPaste((await navigator.clipboard.readText()).trim());
    } catch {
      onUnreadable();
    }
  };
  return <IconButton icon="paste" label={label} onClick={() => void paste()} />;
};
