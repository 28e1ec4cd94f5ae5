import { newest, type NostrEvent } from './event.ts';
import { parseContacts } from './lists.ts';

/**
 * Whom many follow, the most followed first: each list counts once for each person, and of one author the newest alone, so
 * that nobody has two votes.
 */
export const mostFollowed = (lists: readonly NostrEvent[], without: ReadonlySet<string>): readonly string[] => {
  const byAuthor = Map.groupBy(lists, ({ pubkey }) => pubkey);
  const votes = new Map<string, number>();
  for (const [author, versions] of byAuthor)
    for (const { pubkey } of parseContacts(newest(versions)!))
      if (pubkey !== author && !without.has(pubkey)) votes.set(pubkey, (votes.get(pubkey) ?? 0) + 1);
  return [...votes].sort(([, a], [, b]) => b - a).map(([pubkey]) => pubkey);
};
