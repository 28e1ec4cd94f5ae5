import { IconButton } from './icon-button.tsx';

type Props = {
  label: string;
  onPaste: (text: string) => void;
  /** the browser does not give it, or there is none */
  onUnreadable: () => void;
};

const clipboardText = async (): Promise<string> => {
  try {
    return (await navigator.clipboard.readText()).trim();
  } catch {
    return '';
  }
};

/** A button inside a field that gives the text of the clipboard. */
export const PasteButton = ({ label, onPaste, onUnreadable }: Props) => {
  const paste = async () => {
    const text = await clipboardText();
    if (text === '') onUnreadable();
    else onPaste(text);
  };
  return <IconButton icon="paste" label={label} onClick={() => void paste()} />;
};
