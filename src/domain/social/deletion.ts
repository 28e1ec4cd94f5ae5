import { isHex64, tagsNamed, tagValue, type NostrEvent } from '#domain/protocol/event.ts';
import { isReplaceableKind, KIND } from '#domain/protocol/kinds.ts';
import type { Notification } from '#domain/notifications/notifications.ts';
import type { SearchData, ThreadData, Timeline } from '#domain/cache/query-keys.ts';

/** Lists and profiles are not let go: only a newer version takes their place. */
const canBeDeleted = (kind: number): boolean => kind !== KIND.deletion && !isReplaceableKind(kind);

const isAddressable = (kind: number): boolean => kind >= 30_000 && kind < 40_000;

const addressOf = (event: NostrEvent): string => `${event.kind}:${event.pubkey}:${tagValue(event, 'd') ?? ''}`;

const claimOf = (pubkey: string, id: string): string => `${pubkey} ${id}`;

/**
 * What a deletion says (kind 5, NIP-09), as claims that only events of its own author answer to: ids by its e tags,
 * addresses by its a tags.
 */
export const claimsIn = (deletion: NostrEvent): readonly string[] => {
  const ids = tagsNamed(deletion, 'e').flatMap(([, id]) => (isHex64(id) ? [claimOf(deletion.pubkey, id)] : []));
  const addresses = tagsNamed(deletion, 'a').flatMap(([, address = '']) =>
    address.split(':')[1] === deletion.pubkey ? [address] : [],
  );
  return [...ids, ...addresses];
};

/** Whether its author deleted an event; `claims` has the time in seconds of the newest deletion with each claim. */
export const isDeleted = (event: NostrEvent, claims: ReadonlyMap<string, number>): boolean => {
  if (!canBeDeleted(event.kind)) return false;
  if (claims.has(claimOf(event.pubkey, event.id))) return true;
  // an address outlives its versions: a later one is not meant
  return isAddressable(event.kind) && (claims.get(addressOf(event)) ?? -1) >= event.created_at;
};

const timelineWithout = (list: Timeline, gone: ReadonlySet<string>): Timeline => {
  const items = list.items.filter(({ id, note }) => !gone.has(id) && !gone.has(note.id));
  return items.length === list.items.length ? list : { ...list, items };
};

const eventsWithout = <One extends { readonly id: string }>(events: readonly One[], gone: ReadonlySet<string>) => {
  const left = events.filter(({ id }) => !gone.has(id));
  return left.length === events.length ? events : left;
};

const notesWithout = <Data extends { readonly notes: readonly NostrEvent[] }>(
  data: Data,
  gone: ReadonlySet<string>,
) => {
  const notes = eventsWithout(data.notes, gone);
  return notes === data.notes ? data : { ...data, notes };
};

/** The data of a query without what is gone; the same object when nothing is. Null for a note that is gone itself. */
export const dataWithout = (
  [group, subject]: readonly unknown[],
  data: unknown,
  gone: ReadonlySet<string>,
): unknown => {
  if (data === undefined || data === null) return data;
  switch (group) {
    case 'feed':
    case 'profile/notes':
      return timelineWithout(data as Timeline, gone);
    case 'note':
      return gone.has(String(subject)) ? null : data;
    case 'thread':
      return gone.has(String(subject)) ? null : notesWithout(data as ThreadData, gone);
    case 'search':
      return notesWithout(data as SearchData, gone);
    case 'notifications': {
      const all = data as readonly Notification[];
      const left = all.filter(({ event }) => !gone.has(event.id));
      return left.length === all.length ? all : left;
    }
    default:
      return data;
  }
};
