import { KIND } from '#domain/protocol/kinds.ts';
import { isHex64, tagsNamed, type NostrEvent } from '#domain/protocol/event.ts';
import type { Tag } from './event-parts.ts';

/** Asks relays to delete events (NIP-09; NIP-60 asks for the `k` tag: one for each kind). */
export const buildDeletion = (events: readonly Pick<NostrEvent, 'id' | 'kind'>[]) => ({
  kind: KIND.deletion,
  content: '',
  tags: [
    ...events.map(({ id }) => ['e', id]),
    ...[...new Set(events.map(({ kind }) => kind))].map((kind) => ['k', String(kind)]),
  ] satisfies Tag[],
});

/** The ids that a deletion asks to delete. Whether they are of the same author is to be looked at besides. */
export const deletedBy = (event: Pick<NostrEvent, 'kind' | 'tags'>): readonly string[] =>
  event.kind === KIND.deletion ? tagsNamed(event, 'e').flatMap(([, id]) => (isHex64(id) ? [id] : [])) : [];
