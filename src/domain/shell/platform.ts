type Device = { readonly userAgent: string; readonly maxTouchPoints: number };

/** Whether this is an iPhone or iPad; an iPad names itself a Mac, which has no touch screen. */
export const isIos = ({ userAgent, maxTouchPoints }: Device): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
