import type { NostrEvent } from '#domain/protocol/event.ts';
import {
  VERSIONS_KEPT,
  VERSION_TAG_CHARACTERS,
  VERSION_TAGS_KEPT,
  VERSIONS_KEPT_ANYWAY,
} from '#domain/replaceable/replaceable-limits.ts';
import { openKeyValueStore, type KeyValueStore } from '#store/storage/key-value-store.ts';

const DATABASE = 'nuthatch-lists';

/** The last versions of the user's lists and profile, so that any of them can be published again. */
export type KeptVersions = {
  /** Never rejects: without storage a version is simply not kept. */
  keep(event: NostrEvent): Promise<void>;
  /** the newest first; empty when nothing is kept or can be read */
  of(kind: number, pubkey: string): Promise<readonly NostrEvent[]>;
};

/** Those of some versions, the newest first, that are kept. */
const fitting = (versions: readonly NostrEvent[]): readonly NostrEvent[] => {
  let count = 0;
  return versions.slice(0, VERSIONS_KEPT).filter(({ tags, content }, place) => {
    count += tags.length + content.length / VERSION_TAG_CHARACTERS;
    return place < VERSIONS_KEPT_ANYWAY || count <= VERSION_TAGS_KEPT;
  });
};

const keyOf = (kind: number, pubkey: string) => `list-${kind}-${pubkey}`;

/** Versions in the database of this store. Calls at the same time wait for each other. */
export const createVersions = (store: KeyValueStore): KeptVersions => {
  let turn: Promise<unknown> = Promise.resolve();
  const read = async (kind: number, pubkey: string): Promise<readonly NostrEvent[]> => {
    const kept = await store.get(keyOf(kind, pubkey)).catch(() => null);
    return Array.isArray(kept) ? (kept as NostrEvent[]) : [];
  };
  const add = async (event: NostrEvent) => {
    const kept = await read(event.kind, event.pubkey);
    if (kept.some(({ id }) => id === event.id)) return;
    const all = [event, ...kept].sort((a, b) => b.created_at - a.created_at);
    await store.set(keyOf(event.kind, event.pubkey), fitting(all));
  };
  return {
    keep(event) {
      const kept = turn.then(() => add(event)).catch(() => {});
      turn = kept;
      return kept;
    },
    of: (kind, pubkey) => turn.then(() => read(kind, pubkey)),
  };
};

/** The versions that this browser keeps. */
export const openVersions = (): KeptVersions => createVersions(openKeyValueStore(DATABASE));
