import type { QueryClient } from '@tanstack/query-core';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { isReplaceableKind, KIND } from '#domain/protocol/kinds.ts';
import type { EventRegistry } from './event-registry.ts';

type Row = { readonly id?: unknown; readonly note?: unknown; readonly repost?: unknown };

/** What holds events. */
export type Holders = {
  readonly registry: EventRegistry;
  readonly queryClient: QueryClient;
  /** rows of timelines that no query holds */
  readonly rows: () => Iterable<object>;
  /** public key of the user: what they published is never forgotten */
  readonly own: () => string | undefined;
};

const collect = (row: unknown, ids: Set<unknown>): void => {
  if (typeof row !== 'object' || row === null) return;
  const { id, note, repost } = row as Row;
  ids.add(id);
  collect(note, ids);
  collect(repost, ids);
};

const collectFrom = (data: unknown, ids: Set<unknown>): void => {
  collect(data, ids);
  const { items, notes } = Object(data) as { items?: unknown; notes?: unknown };
  for (const list of [data, items, notes]) if (Array.isArray(list)) for (const row of list) collect(row, ids);
};

/** The queries that are made of a replaceable event of this kind. */
const GROUPS_OF_KIND: ReadonlyMap<number, readonly string[]> = new Map([
  [KIND.metadata, ['metadata', 'profile/metadata']],
  [KIND.contacts, ['contacts', 'profile/contacts']],
]);

const isOtherList = (kind: number) => isReplaceableKind(kind) && !GROUPS_OF_KIND.has(kind);

/**
 * Forgets the events that no query and no timeline holds and that are older than `graceMs`: until then a copy another relay
 * sends is known. Lists other than contacts stay; they are few, small and dear. `now` in ms.
 */
export const sweepRegistry = ({ registry, queryClient, rows, own }: Holders, now: number, graceMs: number): void => {
  const held = new Set<unknown>();
  for (const { state } of queryClient.getQueryCache().getAll()) collectFrom(state.data, held);
  for (const row of rows()) collect(row, held);
  const isHeld = ({ id, kind, pubkey }: NostrEvent) => {
    const groups = GROUPS_OF_KIND.get(kind);
    return groups ? groups.some((group) => queryClient.getQueryData([group, pubkey]) !== undefined) : held.has(id);
  };
  registry.retain(
    (event, receivedAt) =>
      now - receivedAt < graceMs || event.pubkey === own() || isOtherList(event.kind) || isHeld(event),
  );
};
