/** A token that a link or a note brought, until the sheet takes it: it is worth money, and stands in no address. */
const brought: { text?: string } = {};

/** Keeps a token for the sheet that receives it. */
export const bringToken = (text: string): void => void (brought.text = text);

/** The token that was brought, once. */
export const takeBroughtToken = (): string | undefined => {
  const { text } = brought;
  delete brought.text;
  return text;
};
