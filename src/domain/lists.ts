/** One p tag of a contact list (kind 3, NIP-02). */
export type Contact = { readonly pubkey: string; readonly relay: string; readonly petname: string };

/** One r tag of a relay list (kind 10002, NIP-65); no marker means both. */
export type RelayListEntry = { readonly url: string; readonly read: boolean; readonly write: boolean };
