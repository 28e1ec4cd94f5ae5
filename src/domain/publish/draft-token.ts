import { TOKEN_PATTERN } from '#domain/note/content.ts';

const TOKEN = new RegExp(TOKEN_PATTERN);

/** Whether there is ecash in a text that is to be published; the ecash code, which has a finer eye, is not loaded for a composer. */
export const hasToken = (text: string): boolean => TOKEN.test(text);
