/** What somebody was zapped in all, as far as relays have the receipts. */
export type ReceivedZaps = { readonly sats: number; readonly zaps: number };

/** The query of what a person was zapped. */
export const receivedZapsKey = (pubkey: string) => ['received-zaps', pubkey] as const;
