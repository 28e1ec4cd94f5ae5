/** how long the browser has to begin with the file */
const GONE_AFTER_MS = 60_000;

/** Gives the user a text as a file of this name. */
export const saveFile = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), GONE_AFTER_MS);
};
