import { BACKUP_VERSIONS_MOST } from '#domain/ecash/ecash-limits.ts';
import { EcashError } from '#domain/ecash/ecash-problem.ts';
import { MINT_BACKUP_NAME } from '#domain/ecash/mints/mint-backup.ts';
import { KIND } from '#domain/protocol/kinds.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { EcashCore } from '#workers/ecash-calls.ts';

type FoundDeps = {
  readonly requests: Pick<RelayRequests, 'fetch'>;
  readonly core: Pick<EcashCore, 'backupAuthor' | 'readBackup'>;
  /** where wallets keep such lists */
  readonly relays: () => readonly string[];
};

/**
 * The mints that relays name for words (NUT-27): those of all versions that are found, for a mint that was left may hold
 * something still. `borrowed`: for the words that were borrowed. Rejects when no relay can be asked.
 */
export const findMints = async (
  { requests, core, relays }: FoundDeps,
  whose: { readonly borrowed: boolean },
): Promise<readonly string[]> => {
  const author = await core.backupAuthor(whose);
  const filter = { kinds: [KIND.appData], authors: [author], '#d': [MINT_BACKUP_NAME], limit: BACKUP_VERSIONS_MOST };
  const { events, outcomes } = await requests.fetch({ filters: [filter], relays: relays(), own: true });
  // nothing is written over what nobody could read
  if (outcomes.every(({ outcome }) => outcome !== 'eose')) throw new EcashError({ code: 'copies-unread' });
  const mints = new Set<string>();
  for (const { pubkey, content } of events.toSorted((a, b) => b.created_at - a.created_at))
    if (pubkey === author) for (const url of await core.readBackup({ content, ...whose })) mints.add(url);
  return [...mints];
};
