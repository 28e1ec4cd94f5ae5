const TOKEN = /cashu[AB][\w+/-]{20,}/;

/** Whether there is ecash in a text that is to be published. */
export const hasToken = (text: string): boolean => TOKEN.test(text);
