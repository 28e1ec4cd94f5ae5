import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { NOTES_PAGE_SIZE } from '#domain/feed/feed-limits.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';

type Deps = {
  readonly requests: RelayRequests;
  readonly filter: Filter;
  /** hears every event as it comes, some of them twice */
  readonly take: (event: NostrEvent) => void;
  /** how many events each request asks for; undefined: as many as are wanted, beside those that come again */
  readonly limit?: number | undefined;
  /** the relays that ever answered */
  readonly told: Set<string>;
};

const FLOOD = new Error('The relay sends more than was asked for');

/**
 * One timeline at one relay, read from the newest note down. A relay sends its newest `limit` events up to `until`, so
 * everything it has above the oldest of them has come. The second of that oldest one may be cut, so the next REQ asks for
 * it again; a relay may send fewer than it has, so it is at its end only when nothing more comes.
 */
export class RelayStream {
  readonly relay: string;
  /** seconds; what the relay has above it has come. Infinity: it was not asked yet */
  reached: number;
  /** whether the relay answered in time when it was asked last */
  prompt = true;
  ended = false;
  /** the last answer was no more than a few events: the end is near, or the relay holds back */
  thin = false;
  readonly #deps: Deps;
  #atReached = new Set<string>();
  #asking: Promise<boolean> | undefined;
  /** a full answer brought nothing new: one second holds more than was asked for */
  #crowded = false;

  constructor(deps: Deps, relay: string, reached = Infinity) {
    this.#deps = deps;
    this.relay = relay;
    this.reached = reached;
  }

  /** what is being asked now; true when the relay answers */
  get asking(): Promise<boolean> | undefined {
    return this.#asking;
  }

  /** Asks for `limit` older events. True when the relay answered. Never rejects; asks one thing at a time. */
  advance(limit: number): Promise<boolean> {
    this.#asking ??= this.#ask(limit).finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async #ask(wanted: number): Promise<boolean> {
    const { requests, filter, take, limit = wanted } = this.#deps;
    const until = this.reached;
    const isFixed = this.#deps.limit !== undefined && !this.#crowded;
    const asked = isFixed ? limit : limit + this.#atReached.size;
    const flood = new AbortController();
    let count = 0;
    try {
      const { events, outcomes } = await requests.fetch({
        filters: [{ ...filter, ...(until !== Infinity && { until }), limit: asked }],
        relays: [this.relay],
        signal: flood.signal,
        onEvent: (event) => {
          if (flood.signal.aborted) return;
          take(event);
          if ((count += 1) > 2 * asked) flood.abort(FLOOD);
        },
      });
      if (outcomes[0]?.outcome !== 'eose') return false;
      const isFull = isFixed && events.length >= asked;
      this.#note(events, isFixed ? asked - this.#atReached.size : limit, isFull);
      return true;
    } catch {
      this.ended ||= flood.signal.aborted;
      return false;
    }
  }

  #note(events: readonly NostrEvent[], limit: number, isFull: boolean): void {
    this.#deps.told.add(this.relay);
    const fresh = events.filter(({ id }) => !this.#atReached.has(id));
    this.thin = fresh.length * 2 < Math.min(limit, NOTES_PAGE_SIZE);
    this.#crowded = isFull && fresh.length === 0;
    if (this.#crowded) return;
    if (fresh.length > 0) {
      const oldest = fresh.reduce((time, event) => Math.min(time, event.created_at), this.reached);
      if (oldest < this.reached) this.#atReached.clear();
      this.reached = oldest;
      for (const { id, created_at } of events) if (created_at === oldest) this.#atReached.add(id);
    } else if (events.length > 0) {
      this.#atReached.clear();
      this.reached -= 1;
    } else this.ended = true;
  }
}

/**
 * Seconds down to which the streams are complete together: the oldest event of whoever has come the least far down. A
 * relay that is late, or that has not yet come down to what is shown (`lastAt`), holds up nobody; its notes are put in
 * where they belong once they come.
 */
export const completeTo = (streams: Iterable<RelayStream>, lastAt = Infinity): number => {
  let time = -Infinity;
  for (const { reached, prompt, ended, thin } of streams) {
    if (prompt && !ended && !thin && reached <= lastAt) time = Math.max(time, reached);
  }
  return time;
};
