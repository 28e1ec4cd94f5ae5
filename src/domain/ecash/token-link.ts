/** A token among other text; of a version to come, too, so that one can read why it is not taken (TOKEN-05). */
export const TOKEN_IN_TEXT = /cashu[A-Z][\w+/-]{20,}={0,2}/;

/** The token in what stands behind `#` in an address; undefined when there is none. */
export const tokenInFragment = (fragment: string): string | undefined => {
  const plain = (() => {
    try {
      return decodeURIComponent(fragment);
    } catch {
      return fragment;
    }
  })();
  return TOKEN_IN_TEXT.exec(plain)?.[0];
};

/** A link that leads to the sheet which takes a token. What is behind `#` goes to no server. */
export const tokenLink = (token: string, base: string): string => `${new URL('/open', base).href}#${token}`;
