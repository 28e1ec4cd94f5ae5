/** As `domain/note/content.ts` finds them; the ecash code, which has a finer eye, is not loaded for a composer. */
const TOKEN = /cashu[A-Z][\w+/-]{20,}/;

/** Whether there is ecash in a text that is to be published. */
export const hasToken = (text: string): boolean => TOKEN.test(text);
