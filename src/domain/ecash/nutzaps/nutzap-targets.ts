import { union } from '#domain/union.ts';
import { NUTZAP_SENT_RELAYS_MOST } from '#domain/ecash/ecash-limits.ts';

type Named = { readonly url: string };

/** Which of our mints somebody takes ecash of, as they list them; `common`: where we have some, the largest balance first. */
export const mintsInCommon = <Mint extends Named & { readonly balance: number }>(
  ours: readonly Mint[],
  theirs: readonly Named[],
): { readonly both: readonly Mint[]; readonly common: readonly Mint[] } => {
  const both = theirs.flatMap(({ url }) => ours.find((mint) => mint.url === url) ?? []);
  return { both, common: both.filter(({ balance }) => balance > 0).toSorted((a, b) => b.balance - a.balance) };
};

/**
 * The mint at which ecash is made for somebody when the Lightning wallet pays for it: one where we have some, else one that both use,
 * else the first that they name.
 */
export const mintToGiveThrough = (
  common: readonly Named[],
  both: readonly Named[],
  theirs: readonly Named[],
): string | undefined => (common[0] ?? both[0] ?? theirs[0])?.url;

/** The relays a nutzap is sent to: those that its recipient names for that, then those they read (NIP-61). */
export const nutzapTargets = (named: readonly string[], reads: readonly string[]): readonly string[] =>
  union(named, reads).slice(0, NUTZAP_SENT_RELAYS_MOST);
