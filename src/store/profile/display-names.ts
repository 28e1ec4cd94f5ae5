import { createListeners } from '#domain/listeners.ts';
import {
  displayNameEntry,
  isFresh,
  mayAsk,
  type DisplayNameEntry,
  type NameAttempt,
} from '#domain/profile/display-name.ts';
import { DISPLAY_NAMES_MAX } from '#domain/profile/profile-limits.ts';
import { isHex64 } from '#domain/protocol/event.ts';
import type { Metadata } from '#domain/profile/metadata.ts';
import { NAME_MAX_CHARACTERS } from '#domain/protocol/protocol-limits.ts';

/** Names of people, remembered for 7 days (NAME-01, NAME-03), and how the fetch of each stands (NAME-05). */
export type DisplayNames = {
  /** the name while it is valid; the same object until it changes */
  get(pubkey: string): DisplayNameEntry | undefined;
  /** undefined: it was never asked for */
  attempt(pubkey: string): NameAttempt | undefined;
  /** Calls back when the name changes. Who listens wants the name: it is fetched when it is not known. */
  subscribe(pubkey: string, listener: () => void): () => void;
  /** Asks for a name: ignored while it is valid or under way, or when it failed too often or too recently (NAME-06). */
  want(pubkey: string): void;
  /** Takes some of the names that are wanted, the longest waiting first. */
  takeWanted(most: number): readonly string[];
  /** Calls back when names begin to be wanted, and at once when some are already. */
  onWanted(listener: () => void): () => void;
  /** A fetch has begun; it ends with `put` or `end`. */
  begin(pubkey: string): void;
  /** A fetch has ended without a name: this is how it stands now, undefined as if it was never asked for. */
  end(pubkey: string, attempt: NameAttempt | undefined): void;
  /** Remembers a name; an older one never replaces a newer one. */
  put(pubkey: string, metadata: Metadata): void;
  /** Calls back after a name was put. */
  onChanged(listener: () => void): () => void;
  /** what to save */
  entries(): readonly DisplayNameEntry[];
  /** Takes back what was saved; what is no valid entry is passed over. */
  restore(saved: unknown): void;
  /** Forgets all names; those that are being read are wanted anew. */
  forget(): void;
};

const isText = (value: unknown) => typeof value === 'string' && value.length <= NAME_MAX_CHARACTERS;

const readEntry = (saved: unknown): DisplayNameEntry | undefined => {
  const { pubkey, displayName, name, timestamp, createdAt } = (saved ?? {}) as Record<keyof DisplayNameEntry, unknown>;
  if (!isHex64(pubkey) || !isText(displayName) || !isText(name)) return undefined;
  if (!Number.isFinite(timestamp) || !Number.isFinite(createdAt)) return undefined;
  return { pubkey, displayName, name, timestamp, createdAt } as DisplayNameEntry;
};

/** Sets the value as the newest one, and forgets the oldest beyond the bound. */
const setBounded = <Value>(map: Map<string, Value>, key: string, value: Value) => {
  map.delete(key);
  map.set(key, value);
  if (map.size > DISPLAY_NAMES_MAX) map.delete(map.keys().next().value!);
};

class DisplayNameTable implements DisplayNames {
  readonly #entries = new Map<string, DisplayNameEntry>();
  readonly #attempts = new Map<string, NameAttempt>();
  readonly #wanted = new Set<string>();
  readonly #readers = new Map<string, Set<() => void>>();
  readonly #wantedListeners = createListeners();
  readonly #changeListeners = createListeners();
  readonly #now: () => number;

  readonly onChanged = this.#changeListeners.subscribe;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(pubkey: string) {
    const entry = this.#entries.get(pubkey);
    return entry && isFresh(entry, this.#now()) ? entry : undefined;
  }

  attempt(pubkey: string) {
    return this.#attempts.get(pubkey);
  }

  subscribe(pubkey: string, listener: () => void) {
    const readers = this.#readers.get(pubkey) ?? new Set();
    this.#readers.set(pubkey, readers.add(listener));
    this.want(pubkey);
    return () => {
      if (readers.delete(listener) && readers.size === 0) this.#readers.delete(pubkey);
    };
  }

  want(pubkey: string) {
    if (this.#wanted.has(pubkey) || this.get(pubkey) || !this.#mayFetch(pubkey)) return;
    this.#wanted.add(pubkey);
    if (this.#wanted.size === 1) this.#wantedListeners.tell();
  }

  takeWanted(most: number) {
    const taken = [...this.#wanted].slice(0, most);
    for (const pubkey of taken) this.#wanted.delete(pubkey);
    if (this.#wanted.size > 0) this.#wantedListeners.tell();
    return taken;
  }

  onWanted(listener: () => void) {
    const stop = this.#wantedListeners.subscribe(listener);
    if (this.#wanted.size > 0) listener();
    return stop;
  }

  begin(pubkey: string) {
    const failures = this.attempt(pubkey)?.failures ?? 0;
    setBounded(this.#attempts, pubkey, { status: 'pending', failures, lastAttempt: this.#now() });
  }

  end(pubkey: string, attempt: NameAttempt | undefined) {
    if (attempt) setBounded(this.#attempts, pubkey, attempt);
    else this.#attempts.delete(pubkey);
  }

  put(pubkey: string, metadata: Metadata) {
    const now = this.#now();
    setBounded(this.#attempts, pubkey, { status: 'success', failures: 0, lastAttempt: now });
    const known = this.#entries.get(pubkey);
    const entry = displayNameEntry(pubkey, metadata, now);
    setBounded(
      this.#entries,
      pubkey,
      known && known.createdAt > entry.createdAt ? { ...known, timestamp: now } : entry,
    );
    this.#readers.get(pubkey)?.forEach((listener) => listener());
    this.#changeListeners.tell();
  }

  entries() {
    return [...this.#entries.values()];
  }

  restore(saved: unknown) {
    const now = this.#now();
    for (const one of Array.isArray(saved) ? saved.slice(0, DISPLAY_NAMES_MAX) : []) {
      const entry = readEntry(one);
      if (!entry || !isFresh(entry, now)) continue;
      const known = this.#entries.get(entry.pubkey);
      if (known && known.createdAt >= entry.createdAt) continue;
      setBounded(this.#entries, entry.pubkey, entry);
      this.#readers.get(entry.pubkey)?.forEach((listener) => listener());
    }
  }

  forget() {
    this.#entries.clear();
    this.#attempts.clear();
    for (const [pubkey, readers] of this.#readers) {
      readers.forEach((listener) => listener());
      this.want(pubkey);
    }
  }

  #mayFetch(pubkey: string) {
    const attempt = this.attempt(pubkey);
    return isHex64(pubkey) && attempt?.status !== 'pending' && mayAsk(attempt, this.#now());
  }
}

/** An empty table of names; `now` in ms. */
export const createDisplayNames = (now: () => number): DisplayNames => new DisplayNameTable(now);
