let held: { readonly token: string; readonly pubkey: string | undefined } | undefined;

/**
 * A token on its way to the sheet that receives it. It is worth money, so it never stands in an address, in the state of a
 * view or in what is stored. `pubkey`: who is logged in, in hex.
 */
export const tokenAtHand = {
  give(token: string, pubkey: string | undefined) {
    held = { token, pubkey };
  },
  /** The token, once; nothing where another account gave it. */
  take(pubkey: string | undefined): string | undefined {
    const given = held;
    held = undefined;
    return given && (given.pubkey ?? pubkey) === pubkey ? given.token : undefined;
  },
};
