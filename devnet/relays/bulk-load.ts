import { EventUtils } from '@nostr-relay/common';
import type { EventRepositorySqlite } from '@nostr-relay/event-repository-sqlite';
import search from '@nostr-relay/event-repository-sqlite/dist/search.js';
import type { NostrEvent } from '#domain/protocol/event.ts';

type Statement = { run(...values: unknown[]): { changes: number }; get(): unknown; all(): unknown[] };
type Database = { prepare(sql: string): Statement; exec(sql: string): void };
type RelayEvent = Parameters<EventRepositorySqlite['upsert']>[0];

const INSERTS = {
  event: `INSERT OR IGNORE INTO events (id, pubkey, author, created_at, kind, tags, content, sig, d_tag_value)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  tag: 'INSERT OR IGNORE INTO generic_tags (tag, event_id, author, kind, created_at) VALUES (?, ?, ?, ?, ?)',
  text: 'INSERT INTO events_fts (id, content) VALUES (?, ?)',
};

const INDEXES = `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql LIKE 'CREATE INDEX%'`;

const newestFirst = (a: NostrEvent, b: NostrEvent): number => b.created_at - a.created_at;

/** The single-letter tags of an event as the relay indexes them, each once. */
function indexedTags(event: NostrEvent): Set<string> {
  if (!Array.isArray(event.tags)) return new Set();
  return new Set(
    event.tags.filter((tag) => /^[a-zA-Z]$/.test(String(tag?.[0]))).map((tag) => `${tag[0]}:${String(tag[1])}`),
  );
}

/**
 * Puts events straight into a relay's database, unchecked and many thousand per second. Of several versions of a
 * replaceable event the newest stays. An event that breaks the relay's rules is stored as it is.
 */
export function bulkLoad(repository: EventRepositorySqlite, events: readonly NostrEvent[]): void {
  const database = repository.getDatabase() as unknown as Database;
  const insert = {
    event: database.prepare(INSERTS.event),
    tag: database.prepare(INSERTS.tag),
    text: database.prepare(INSERTS.text),
  };
  const store = (event: NostrEvent): void => {
    const { id, pubkey, created_at, kind, tags, content, sig } = event;
    const dTag = EventUtils.extractDTagValue(event as unknown as RelayEvent);
    // bytes come out of the database as an object, which is what content of a wrong type is meant to be
    const stored = typeof content === 'string' ? content : Buffer.from(JSON.stringify(content));
    const row = insert.event.run(id, pubkey, pubkey, created_at, kind, JSON.stringify(tags), stored, sig, dTag);
    if (row.changes === 0) return;
    for (const tag of indexedTags(event)) insert.tag.run(tag, id, pubkey, kind, created_at);
    const text =
      typeof content === 'string' && Array.isArray(tags)
        ? search.extractSearchableContent(event as unknown as RelayEvent)
        : '';
    if (text) insert.text.run(id, text);
  };
  // built at once in half the time; those that keep two rows from being alike stay
  const indexes = database.prepare(INDEXES).all() as { name: string; sql: string }[];
  database.exec('BEGIN');
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  for (const event of events.toSorted(newestFirst)) store(event);
  for (const { sql } of indexes) database.exec(sql);
  database.exec('COMMIT');
}

/** A copy of all tables beside them, and how they become the copy again: only what differs is touched. */
const SNAPSHOT = {
  keep: `
    DROP TABLE IF EXISTS temp.kept; DROP TABLE IF EXISTS temp.kept_tags; DROP TABLE IF EXISTS temp.kept_texts;
    CREATE TEMP TABLE kept AS SELECT * FROM events;
    CREATE TEMP TABLE kept_tags AS SELECT * FROM generic_tags;
    CREATE TEMP TABLE kept_texts AS SELECT id, content FROM events_fts;
    CREATE INDEX temp.kept_by_id ON kept (id);
    CREATE INDEX temp.kept_tags_by_id ON kept_tags (event_id);
    CREATE INDEX temp.kept_texts_by_id ON kept_texts (id);
  `,
  isChanged: `SELECT 1 WHERE (SELECT count(*) FROM events) != (SELECT count(*) FROM kept)
    OR EXISTS (SELECT 1 FROM events WHERE id NOT IN (SELECT id FROM kept))`,
  restore: `
    BEGIN;
    CREATE TEMP TABLE later AS SELECT id FROM events WHERE id NOT IN (SELECT id FROM kept);
    CREATE TEMP TABLE gone AS SELECT id FROM kept WHERE id NOT IN (SELECT id FROM events);
    DELETE FROM generic_tags WHERE event_id IN (SELECT id FROM later UNION SELECT id FROM gone);
    DELETE FROM events_fts WHERE id IN (SELECT id FROM later UNION SELECT id FROM gone);
    DELETE FROM events WHERE id IN (SELECT id FROM later);
    INSERT INTO events SELECT * FROM kept WHERE id IN (SELECT id FROM gone);
    INSERT INTO generic_tags SELECT * FROM kept_tags WHERE event_id IN (SELECT id FROM gone);
    INSERT INTO events_fts (id, content) SELECT id, content FROM kept_texts WHERE id IN (SELECT id FROM gone);
    DROP TABLE later; DROP TABLE gone;
    COMMIT;
  `,
};

/** Takes a snapshot of what the database holds now; the answer takes it back to that, and says whether it had changed. */
export function keepState(repository: EventRepositorySqlite): () => boolean {
  const database = repository.getDatabase() as unknown as Database;
  database.exec(SNAPSHOT.keep);
  const isChanged = database.prepare(SNAPSHOT.isChanged);
  return () => {
    const wasChanged = isChanged.get() !== undefined;
    if (wasChanged) database.exec(SNAPSHOT.restore);
    return wasChanged;
  };
}
