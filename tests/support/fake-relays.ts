import { Failure } from '#domain/problem.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import type { RelayOutcome } from '#actors/wire/relay-answer.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { Wire } from '#actors/wire/wire.ts';
import { EOSE_TIMEOUT_MS } from '#domain/relays/relays-limits.ts';
import { createEventRegistry } from '#store/events/event-registry.ts';

/** What a simulated relay holds and how it behaves; fields may be changed while it runs. */
export type FakeRelay = {
  readonly url: string;
  events: NostrEvent[];
  latencyMs?: number;
  /** between two events that it sends; otherwise all come at once */
  dripMs?: number;
  /** only asked by name */
  isStranger?: true;
  /** sends no more than so many events, whatever the limit */
  cap?: number;
  /** ids whose signatures are forged: they count for the limit and never arrive */
  forged?: ReadonlySet<string>;
  /** never sends EOSE; or cannot be reached; or refuses every REQ; or sends all it has, whatever the limit */
  fault?: 'silent' | 'offline' | 'closed' | 'endless';
};

const newestFirst = (a: NostrEvent, b: NostrEvent) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1);

const stored = ({ events, cap = Infinity, forged, fault }: FakeRelay, filters: readonly Filter[]) => {
  const found = filters.flatMap((filter) => {
    const limit = fault === 'endless' ? Infinity : Math.min(filter.limit ?? Infinity, cap);
    return events
      .filter(filterMatcher([filter]))
      .sort(newestFirst)
      .slice(0, limit);
  });
  return [...new Set(found)].filter(({ id }) => !forged?.has(id));
};

type Asked = { readonly relay: string; readonly filters: readonly Filter[] };

/** Several relays with holdings, latency and faults, behind the way the app asks relays. Runs on timers. */
export const createFakeRelays = (relays: FakeRelay[]) => {
  const registry = createEventRegistry({ now: () => Date.now() });
  const asked: Asked[] = [];
  const observers = new Set<Parameters<Wire['observe']>[0]>();
  /** The relay has sent all it holds for some REQ. */
  const answered = (relay: string) => observers.forEach((tell) => tell({ type: 'answered', relay, ms: 10 }));
  /** A socket to the relay opens. */
  const opened = (relay: string) => observers.forEach((tell) => tell({ type: 'opened', relay }));
  const watches = new Set<{ request: Parameters<RelayRequests['watch']>[0] }>();
  const urls = () => relays.filter(({ isStranger }) => !isStranger).map(({ url }) => url);
  const relayOf = (url: string): FakeRelay =>
    relays.find((relay) => relay.url === url) ?? { url, events: [], fault: 'offline' };
  const arrive = (event: NostrEvent, relay: string) => {
    registry.add(event, relay);
    return registry.get(event.id)!;
  };

  const ask = (url: string, filters: readonly Filter[], deliver: (event: NostrEvent) => void) =>
    new Promise<RelayOutcome>((resolve) => {
      const relay = relayOf(url);
      asked.push({ relay: url, filters });
      const end = (outcome: RelayOutcome['outcome']) => resolve({ relay: url, outcome });
      if (relay.fault === 'offline') return void setTimeout(end, EOSE_TIMEOUT_MS, 'offline');
      setTimeout(async () => {
        if (relay.fault === 'closed') return end('closed');
        for (const event of stored(relay, filters)) {
          deliver(arrive(event, url));
          if (relay.dripMs !== undefined) await new Promise((next) => setTimeout(next, relay.dripMs));
        }
        if (relay.fault !== 'silent') {
          answered(url);
          end('eose');
        } else setTimeout(end, EOSE_TIMEOUT_MS, 'timeout');
      }, relay.latencyMs ?? 10);
    });

  const requests: RelayRequests = {
    relays: (use) => (use === 'read' ? urls() : []),
    fetch: ({ filters, relays: wanted = urls(), onEvent, signal }) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        if (wanted.length === 0) throw new Failure({ code: 'no-relays-to-read' });
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        const events = new Map<string, NostrEvent>();
        const parts = wanted.map((url) =>
          ask(url, filters, (event) => {
            if (signal?.aborted || events.has(event.id)) return;
            events.set(event.id, event);
            onEvent?.(event, url);
          }),
        );
        void Promise.all(parts).then((outcomes) => resolve({ events: [...events.values()], outcomes }));
      }),
    watch: (request) => {
      const watch = { request };
      const seen = new Set<string>();
      const once = (event: NostrEvent, url: string) => {
        if (!watches.has(watch) || seen.has(event.id)) return;
        seen.add(event.id);
        request.onEvent?.(event, url);
      };
      watches.add(watch);
      for (const url of request.relays ?? urls()) {
        void ask(url, request.filters, (event) => once(event, url)).then(() => request.onEose?.());
      }
      return () => void watches.delete(watch);
    },
    publish: async () => [],
  };

  const wire: Pick<Wire, 'observe'> = {
    observe(listener) {
      observers.add(listener);
      return () => void observers.delete(listener);
    },
  };

  /** A new event arrives at the relay, and at those who watch it. */
  const publish = (url: string, event: NostrEvent) => {
    relayOf(url).events.push(event);
    for (const { request } of watches) {
      const watched = (request.relays ?? urls()).includes(url);
      if (watched && filterMatcher(request.filters)(event)) request.onEvent?.(arrive(event, url), url);
    }
  };
  return { requests, registry, wire, asked, answered, opened, publish, watching: () => watches.size };
};
