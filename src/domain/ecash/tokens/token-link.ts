const TOKENS = /cashu[AB][\w+/-]{20,}={0,2}/g;
const TO_COME = /cashu[C-Z][\w+/-]{20,}={0,2}/g;

/** Tokens among other text; where there is none, of a version to come, so that one can read why it is not taken (TOKEN-05). */
export const tokensInText = (text: string): readonly string[] => text.match(TOKENS) ?? text.match(TO_COME) ?? [];

/** The token in what stands behind `#` in an address; undefined when there is none. */
export const tokenInFragment = (fragment: string): string | undefined => {
  const plain = (() => {
    try {
      return decodeURIComponent(fragment);
    } catch {
      return fragment;
    }
  })();
  return tokensInText(plain)[0];
};

/** A link that leads to the sheet which takes a token. What is behind `#` goes to no server. */
export const tokenLink = (token: string, base: string): string => `${new URL('/open', base).href}#${token}`;
