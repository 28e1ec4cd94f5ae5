/** unread counts up to which each glow tier of the header reaches; above the last is the brightest (HEAD-10) */
export const NOTIFICATION_GLOW_TIERS: readonly number[] = [0, 2, 5, 10];
