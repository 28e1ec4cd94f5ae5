type Named = { readonly url: string };

/**
 * The mint at which ecash is made for somebody when the Lightning wallet pays for it: one where we have some, else one that both use,
 * else the first that they name.
 */
export const mintToGiveThrough = (
  common: readonly Named[],
  both: readonly Named[],
  theirs: readonly Named[],
): string | undefined => (common[0] ?? both[0] ?? theirs[0])?.url;
