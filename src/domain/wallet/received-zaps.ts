/** What somebody was zapped in all, as far as relays have the receipts; there are more unless `isAll`. */
export type ReceivedZaps = { readonly sats: number; readonly zaps: number; readonly isAll: boolean };

/** The query of what a person was zapped. */
export const receivedZapsKey = (pubkey: string) => ['received-zaps', pubkey] as const;
