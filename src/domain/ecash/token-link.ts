/** A token among other text. */
export const TOKEN_IN_TEXT = /cashu[AB][\w+/-]{20,}={0,2}/;

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
