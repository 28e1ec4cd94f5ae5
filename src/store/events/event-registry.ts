import { REGISTRY_CAPACITY } from '#domain/cache/cache-limits.ts';
import { byNewest, type NostrEvent } from '#domain/protocol/event.ts';
import { isReplaceableKind } from '#domain/protocol/kinds.ts';
import { freezeEvent } from '#domain/protocol/verify-frame.ts';
import { requestFrame, type RequestFrame } from './frames.ts';

/** Verified events by id: one frozen instance each, with where it was seen (NIP-01). */
export type EventRegistry = {
  has(id: string): boolean;
  get(id: string): NostrEvent | undefined;
  /**
   * Keeps the event; true when it is new. For replaceable kinds the newest wins, at equal time the lower id. `receivedAt`, in ms,
   * where it did not arrive now.
   */
  add(event: NostrEvent, relay?: string, receivedAt?: number): boolean;
  /** Remembers that one more relay holds the event. */
  sawOn(id: string, relay: string): void;
  seenOn(id: string): readonly string[];
  /** ms since the epoch when the event first arrived */
  receivedAt(id: string): number | undefined;
  /** ids of events whose authors deleted them (NIP-09): `get` knows them no more, and nobody is told when they come again */
  readonly gone: Set<string>;
  /** the newest replaceable event of the kind, if one is known */
  replaceable(kind: number, pubkey: string): NostrEvent | undefined;
  /** All notes and other events of an ordinary kind that are known. */
  ofKind(kind: number): readonly NostrEvent[];
  /** Forgets all events that `keeps` says no to; it is given ms since the epoch when each first arrived. */
  retain(keeps: (event: NostrEvent, receivedAt: number) => boolean): void;
  /** Calls back with the ids added since the last call, at most once per animation frame. */
  subscribe(listener: (added: readonly string[]) => void): () => void;
};

type Entry = { readonly event: NostrEvent; readonly receivedAt: number; readonly relays: string[] };
type Listener = (added: readonly string[]) => void;
type Options = {
  /** ms since the epoch */
  readonly now: () => number;
  readonly requestFrame?: RequestFrame;
  readonly gone?: Set<string>;
  /** events kept of the ordinary kinds, and as many of the replaceable ones */
  readonly capacity?: number;
};

const addressOf = (kind: number, pubkey: string) => `${kind}:${pubkey}`;

const oldestKey = (entries: ReadonlyMap<string, Entry>) => entries.keys().next().value;

class BoundedRegistry implements EventRegistry {
  readonly gone: Set<string>;
  /** both in the order of arrival, so that the oldest is the first */
  readonly #ordinary = new Map<string, Entry>();
  readonly #replaceable = new Map<string, Entry>();
  readonly #newest = new Map<string, Entry>();
  readonly #listeners = new Set<Listener>();
  readonly #now: () => number;
  readonly #requestFrame: RequestFrame;
  readonly #capacity: number;
  #added: string[] = [];

  constructor(options: Options) {
    this.gone = options.gone ?? new Set();
    this.#now = options.now;
    this.#requestFrame = options.requestFrame ?? requestFrame;
    this.#capacity = options.capacity ?? REGISTRY_CAPACITY;
  }

  has(id: string) {
    return this.#ordinary.has(id) || this.#replaceable.has(id);
  }

  get(id: string) {
    return this.gone.has(id) ? undefined : this.#find(id)?.event;
  }

  add(event: NostrEvent, relay?: string, receivedAt = this.#now()) {
    if (this.has(event.id)) {
      if (relay !== undefined) this.sawOn(event.id, relay);
      return false;
    }
    const entry = { event: freezeEvent(event), receivedAt, relays: relay === undefined ? [] : [relay] };
    if (isReplaceableKind(event.kind)) {
      if (!this.#replace(entry)) return false;
    } else {
      this.#ordinary.set(event.id, entry);
      if (this.#ordinary.size > this.#capacity) this.#ordinary.delete(oldestKey(this.#ordinary)!);
    }
    this.#announce(event.id);
    return true;
  }

  sawOn(id: string, relay: string) {
    const relays = this.#find(id)?.relays;
    if (relays && !relays.includes(relay)) relays.push(relay);
  }

  seenOn(id: string) {
    return this.#find(id)?.relays ?? [];
  }

  receivedAt(id: string) {
    return this.#find(id)?.receivedAt;
  }

  replaceable(kind: number, pubkey: string) {
    return this.#newest.get(addressOf(kind, pubkey))?.event;
  }

  ofKind(kind: number) {
    return [...this.#ordinary.values()].flatMap(({ event }) =>
      event.kind === kind && !this.gone.has(event.id) ? [event] : [],
    );
  }

  retain(keeps: (event: NostrEvent, receivedAt: number) => boolean) {
    for (const [id, { event, receivedAt }] of this.#ordinary) if (!keeps(event, receivedAt)) this.#ordinary.delete(id);
    for (const [id, { event, receivedAt }] of this.#replaceable)
      if (!keeps(event, receivedAt)) this.#forgetReplaceable(id);
  }

  subscribe(listener: Listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #find(id: string) {
    return this.#ordinary.get(id) ?? this.#replaceable.get(id);
  }

  #replace(entry: Entry) {
    const { event } = entry;
    const address = addressOf(event.kind, event.pubkey);
    const former = this.#newest.get(address);
    if (former && byNewest(event, former.event) >= 0) return false;
    if (former) this.#replaceable.delete(former.event.id);
    this.#newest.set(address, entry);
    this.#replaceable.set(event.id, entry);
    if (this.#replaceable.size > this.#capacity) this.#forgetReplaceable(oldestKey(this.#replaceable)!);
    return true;
  }

  #forgetReplaceable(id: string) {
    const { kind, pubkey } = this.#replaceable.get(id)!.event;
    this.#replaceable.delete(id);
    this.#newest.delete(addressOf(kind, pubkey));
  }

  #announce(id: string) {
    this.#added.push(id);
    if (this.#added.length === 1) this.#requestFrame(() => this.#notify());
  }

  /** An id that was replaced or evicted within the frame is not told; one failing listener keeps none from the rest. */
  #notify() {
    const added = this.#added.filter((id) => this.has(id));
    this.#added = [];
    const errors: unknown[] = [];
    for (const listener of added.length > 0 ? this.#listeners : []) {
      try {
        listener(added);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** An empty registry of bounded size: beyond `capacity` the event that came first is forgotten. */
export const createEventRegistry = (options: Options): EventRegistry => new BoundedRegistry(options);
