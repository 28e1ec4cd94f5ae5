import type { Account } from '#store/session/account.ts';

let held: { readonly token: string; readonly pubkey: string | undefined } | undefined;

/**
 * A token on its way to the sheet that receives it. It is worth money, so it never stands in an address, in the state of a
 * view or in what is stored.
 */
export const tokenAtHand = {
  /** Of somebody who only reads it is for whoever logs in to take it, as of a visitor. */
  give(token: string, { pubkey, method }: Pick<Account, 'pubkey' | 'method'>) {
    held = { token, pubkey: method === 'none' ? undefined : pubkey };
  },
  /** The token, once; nothing where another account gave it. */
  take(pubkey: string | undefined): string | undefined {
    const given = held;
    held = undefined;
    return given && (given.pubkey ?? pubkey) === pubkey ? given.token : undefined;
  },
};
