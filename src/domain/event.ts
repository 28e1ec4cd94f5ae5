/** A Nostr event as relays carry it (NIP-01). Events inside the app are frozen and verified. */
export type NostrEvent = {
  readonly id: string;
  readonly pubkey: string;
  /** seconds since the epoch */
  readonly created_at: number;
  readonly kind: number;
  readonly tags: readonly (readonly string[])[];
  readonly content: string;
  readonly sig: string;
};

/** What a REQ asks for (NIP-01, `search` from NIP-50). `since` and `until` are seconds. */
export type Filter = {
  ids?: string[];
  authors?: string[];
  kinds?: number[];
  since?: number;
  until?: number;
  limit?: number;
  search?: string;
  [tag: `#${string}`]: string[] | undefined;
};
