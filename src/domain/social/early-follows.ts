/** Whether each of these people, by public key, is followed: what the user did before their list was read. */
export type EarlyFollows = Readonly<Record<string, boolean>>;

/** `pubkey`: of the user. */
export const earlyFollowsKey = (pubkey: string) => ['early-follows', pubkey] as const;
