import { SAVED_FILE_GONE_MS } from '#domain/shell/shell-limits.ts';

/** Gives the user a text as a file of this name. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), SAVED_FILE_GONE_MS);
};
