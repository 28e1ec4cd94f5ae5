import { Failure, type Problem } from '#domain/problem.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { SINGLE_EVENT_TIMEOUT_MS, WATCHED_IDS_KEPT } from '#domain/relays/relays-limits.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { arrived } from '#domain/shell/missing-code.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import { readsFrom, writesTo, type RelayPermission } from '#domain/relays/relay-permission.ts';
import { mayAskRelay } from '#domain/relays/relay-set.ts';
import { normalizeRelayUrls } from '#domain/relays/relay-url.ts';
import type { Needs } from '#machines/relays/subscription.machine.ts';
import { createFetchBoard, withoutHarm, type IdFor, type RelayRequestsDeps } from './fetch-board.ts';
import type { RelayAnswer } from './relay-answer.ts';
import { recentIds } from './recent-ids.ts';

export type RelayRequest = {
  readonly filters: readonly Filter[];
  /** relay URLs; left out: every read relay of the directory */
  readonly relays?: readonly string[];
  /** called once for each new verified event */
  readonly onEvent?: (event: NostrEvent, relay: string) => void;
  /**
   * It is about lists or the profile of the user: longer events are taken than of strangers, and a relay that sends one
   * that cannot be read counts as `closed`, for nobody knows what it has.
   */
  readonly own?: boolean;
};

export type FetchRequest = RelayRequest & {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** called instead of `onEvent` for each new event that comes after the answer, until `timeoutMs` */
  readonly onLate?: (event: NostrEvent, relay: string) => void;
  /** one relay of each group must answer: that is waited for until `timeoutMs`, however fast the relays used to be */
  readonly needs?: Needs;
};

export type PublishOptions = {
  /** ms; PUBLISH_TIMEOUT_MS when left out */
  readonly timeoutMs?: number;
  /** called as soon as one relay is done */
  readonly onAnswer?: (outcome: PublishOutcome) => void;
  readonly signal?: AbortSignal;
};

/** The one way the rest of the app asks relays. */
export type RelayRequests = {
  /**
   * Asks once and ends when every relay answered EOSE, CLOSED or its time ran out. What comes after that, until
   * `timeoutMs`, still goes into the registry and to who asked.
   * Rejects with 'no-relays-to-read' when there is no relay to ask, and with `signal.reason` when aborted.
   */
  fetch(request: FetchRequest): Promise<RelayAnswer>;
  /**
   * Keeps asking until the returned function is called; resumes by itself after a reconnect. Without `relays` it follows
   * the read relays when they change. `keepsPlace`: somebody waits for what comes, so its place is given to no other.
   */
  watch(request: RelayRequest & { readonly onEose?: () => void; readonly keepsPlace?: boolean }): () => void;
  /**
   * Brings a signed event to relays, connected or not, and says what became of it at each. Rejects with a
   * `PublishFailure` when none took it (RELAY-51), with 'no-relays' when there is none, and with
   * `signal.reason` when aborted.
   */
  publish(event: NostrEvent, relays: readonly string[], options?: PublishOptions): Promise<readonly PublishOutcome[]>;
  /** URLs by use, as they stand now */
  relays(use: 'read' | 'write' | 'indexer' | 'profile'): readonly string[];
};

const NO_RELAYS: Problem = { code: 'no-relays-to-read' };

const USES: Record<'read' | 'write' | 'indexer', (permission: RelayPermission) => boolean> = {
  read: readsFrom,
  write: writesTo,
  indexer: (permission) => permission === 'indexer',
};

const createWatch =
  (
    { directory, wire }: RelayRequestsDeps,
    relaysFor: (request: RelayRequest) => readonly string[],
    idFor: IdFor,
  ): RelayRequests['watch'] =>
  ({ onEvent = () => {}, onEose = () => {}, own = false, keepsPlace = false, ...request }) => {
    const urls = relaysFor(request);
    const follows = !request.relays;
    if (!urls.length && !follows) return () => {};
    const id = idFor();
    const isNew = recentIds(WATCHED_IDS_KEPT);
    const forget = wire.expect(id, {
      filters: request.filters,
      live: true,
      own,
      keepsPlace,
      onEvent: (event, relay) => {
        if (isNew(event.id)) withoutHarm(() => onEvent(event, relay));
      },
      onSettled: () => withoutHarm(onEose),
      onEnded: () => {},
    });
    directory().send({
      type: 'subscription.open',
      id,
      relays: urls,
      live: true,
      limitMs: SINGLE_EVENT_TIMEOUT_MS,
      follows,
    });
    return () => {
      forget();
      directory().send({ type: 'subscription.close', id });
    };
  };

/** Relay requests over the relay directory and the wire. */
export const createRelayRequests = (deps: RelayRequestsDeps): RelayRequests => {
  const { directory, asked } = deps;
  let count = 0;
  const askedIn = (filters: readonly Filter[], [relay, ...others]: readonly string[]) =>
    relay === undefined || others.length > 0 ? undefined : asked?.(relay, JSON.stringify(filters));
  const idFor: IdFor = (filters = [], urls = []) => askedIn(filters, urls) ?? `n${(count += 1).toString(36)}`;
  const join = createFetchBoard(deps, idFor);

  const relays: RelayRequests['relays'] = (use) => {
    const { entries, defaults } = directory().getSnapshot().context;
    if (use === 'profile') return defaults.profile;
    return entries.filter(({ permission }) => USES[use](permission)).map(({ url }) => url);
  };
  const relaysFor = (request: RelayRequest) => {
    refuseSecrets(request.filters);
    const { status, context } = directory().getSnapshot();
    if (status !== 'active') throw new Failure({ code: 'pool-destroyed' });
    if (!request.relays) return relays('read');
    return normalizeRelayUrls(request.relays).filter((url) => mayAskRelay(url, context));
  };

  return {
    relays,
    fetch: ({ signal, timeoutMs: limitMs = SINGLE_EVENT_TIMEOUT_MS, needs = [], own = false, ...request }) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const urls = relaysFor(request);
        if (!urls.length) throw new Failure(NO_RELAYS);
        let leave = () => {};
        const abort = () => {
          leave();
          reject(signal?.reason);
        };
        const done =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', abort);
            settle(value);
          };
        signal?.addEventListener('abort', abort, { once: true });
        const { filters, onEvent = () => {}, onLate = onEvent } = request;
        const listener = { onEvent, onLate, resolve: done(resolve), reject: done(reject) };
        leave = join({ filters, relays: urls, limitMs, needs, own }, listener);
      }),
    watch: createWatch(deps, relaysFor, idFor),
    publish: async (...args) => arrived(await import('./publish.ts')).publish(deps, ...args),
  };
};
