import { EventUtils } from '@nostr-relay/common';
import type { EventRepositorySqlite } from '@nostr-relay/event-repository-sqlite';
import search from '@nostr-relay/event-repository-sqlite/dist/search.js';
import type { NostrEvent } from '#domain/protocol/event.ts';

type Statement = { run(...values: unknown[]): { changes: number }; get(): unknown };
type Database = { prepare(sql: string): Statement; exec(sql: string): void };
type RelayEvent = Parameters<EventRepositorySqlite['upsert']>[0];

const INSERTS = {
  event: `INSERT OR IGNORE INTO events (id, pubkey, author, created_at, kind, tags, content, sig, d_tag_value)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  tag: 'INSERT OR IGNORE INTO generic_tags (tag, event_id, author, kind, created_at) VALUES (?, ?, ?, ?, ?)',
  text: 'INSERT INTO events_fts (id, content) VALUES (?, ?)',
};

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
  database.exec('BEGIN');
  for (const event of events.toSorted(newestFirst)) store(event);
  database.exec('COMMIT');
}

const FORGET_LATER = `
  DELETE FROM generic_tags WHERE event_id NOT IN (SELECT id FROM loaded);
  DELETE FROM events_fts WHERE id NOT IN (SELECT id FROM loaded);
  DELETE FROM events WHERE id NOT IN (SELECT id FROM loaded);
`;

/** Remembers what the database holds now; the answer takes it back to that, `events` being what was loaded. */
export function keepState(repository: EventRepositorySqlite, events: readonly NostrEvent[]): () => void {
  const database = repository.getDatabase() as unknown as Database;
  database.exec('DROP TABLE IF EXISTS loaded; CREATE TEMP TABLE loaded (id TEXT PRIMARY KEY)');
  database.exec('INSERT INTO loaded SELECT id FROM events');
  const isChanged = database.prepare(`SELECT 1 WHERE (SELECT count(*) FROM events) != (SELECT count(*) FROM loaded)
    OR EXISTS (SELECT 1 FROM events WHERE id NOT IN (SELECT id FROM loaded))`);
  return () => {
    if (isChanged.get() === undefined) return;
    database.exec(FORGET_LATER);
    bulkLoad(repository, events);
  };
}
