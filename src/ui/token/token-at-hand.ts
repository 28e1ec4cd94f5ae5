let held: string | undefined;

/**
 * A token on its way to the sheet that receives it. It is worth money, so it never stands in an address, in the state of a
 * view or in what is stored.
 */
export const tokenAtHand = {
  give(token: string) {
    held = token;
  },
  /** The token, once. */
  take(): string | undefined {
    const token = held;
    held = undefined;
    return token;
  },
};
