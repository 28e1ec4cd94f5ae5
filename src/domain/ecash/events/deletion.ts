import { KIND } from '#domain/protocol/kinds.ts';
import { isHex64, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import type { Tag } from './event-parts.ts';

/** Asks relays to delete events of one kind (NIP-09; NIP-60 asks for the `k` tag). */
export const buildDeletion = (ids: readonly string[], kind: number) => ({
  kind: KIND.deletion,
  content: '',
  tags: [...ids.map((id) => ['e', id]), ['k', String(kind)]] satisfies Tag[],
});

/** The ids that a deletion asks to delete. Whether they are of the same author is to be looked at besides. */
export const deletedBy = (event: Pick<NostrEvent, 'kind' | 'tags'>): readonly string[] =>
  event.kind === KIND.deletion ? tagsNamed(event, 'e').flatMap(([, id]) => (isHex64(id) ? [id] : [])) : [];
