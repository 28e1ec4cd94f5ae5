import type { NostrEvent } from '#domain/protocol/event.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { POOL_MAX_CONNECTIONS } from '#domain/relays/connection-limits.ts';
import { PUBLISH_TIMEOUT_MS } from '#domain/relays/request-limits.ts';
import { DESTROYED, PublishFailure, type PublishOutcome } from '#domain/publish/publish.ts';
import { relayVerdict } from '#domain/protocol/relay-message.ts';
import { mayAskRelay } from '#domain/relays/relay-set.ts';
import { normalizeRelayUrls } from '#domain/relays/relay-url.ts';
import { jsonBytes } from '#domain/protocol/request-shape.ts';
import { isolated, type RelayRequestsDeps } from './fetch-board.ts';
import { say } from './open-links.ts';
import type { PublishOptions } from './requests.ts';

const NO_RELAYS = 'No relays configured';
const NO_CONNECTION = 'no connection';
const NO_ANSWER = `no answer within ${PUBLISH_TIMEOUT_MS / 1000} s`;
const NOT_CHOSEN = 'on a local network, and not one of your relays';
const NO_ROOM = `Maximum connections (${POOL_MAX_CONNECTIONS}) reached`;

/** As far as the browser knows; other places do not tell. */
const isOffline = (): boolean => (navigator as { onLine?: boolean }).onLine === false;

let count = 0;

type Delivery = {
  /** The connection is there already, or there will be none. */
  begin(isPossible: boolean): void;
  /** The time is over. */
  expire(): void;
  stop(): void;
};

/** Brings the event to one relay; `onDone` is called once. Sent again after a lost socket, a remedied refusal. */
const createDelivery = (
  wire: RelayRequestsDeps['wire'],
  relay: string,
  event: NostrEvent,
  onDone: (outcome: PublishOutcome) => void,
): Delivery => {
  const startedAt = performance.now();
  let [tries, isSent, isOver] = [0, false, false];
  /** what the relay refused it for, while something is done about that */
  let refusal: string | undefined;
  const finish = (outcome: PublishOutcome['outcome'], reason: string) => {
    if (isOver) return;
    stop();
    wire.tell({ type: 'published', relay, outcome, reason, ms: performance.now() - startedAt });
    onDone({ relay, outcome, reason });
  };
  const send = () => {
    if (isOver) return;
    const bytes = jsonBytes(['EVENT', event]);
    const most = wire.policy.maxMessage(relay) ?? Infinity;
    if (bytes > most) return finish('rejected', `too long: ${bytes} bytes, and the relay takes ${most}`);
    refusal = undefined;
    if (say(wire, relay, ['EVENT', event])) isSent = true;
  };
  const refused = (reason: string) => {
    if (relayVerdict(reason).prefix === 'duplicate') return finish('accepted', reason);
    const cure = wire.policy.remedy(relay, reason, { live: false, tries });
    if (!cure) return finish('rejected', reason || 'refused without a reason');
    tries += 1;
    refusal = reason;
    void cure.then((problem) => (problem === undefined ? send() : finish('rejected', problem)));
  };
  const forget = wire.observe((fact) => {
    if (fact.relay !== relay) return;
    if (fact.type === 'opened') {
      tries = 0;
      send();
    }
    // what was sent may have arrived: it is sent again when the socket comes back
    if (fact.type === 'closed' && !isSent) finish('offline', NO_CONNECTION);
    if (fact.type !== 'said' || fact.message.verb !== 'OK' || fact.message.id !== event.id) return;
    if (fact.message.accepted) finish('accepted', fact.message.message);
    else refused(fact.message.message);
  });
  const stop = () => {
    isOver = true;
    forget();
  };
  return {
    begin: (isPossible) => (isPossible ? send() : finish('offline', NO_ROOM)),
    expire() {
      if (refusal !== undefined) finish('rejected', refusal);
      // a socket of before goes silent when the network is gone
      else if (isSent && !isOffline()) finish('timeout', NO_ANSWER);
      else finish('offline', NO_CONNECTION);
    },
    stop,
  };
};

/** See `RelayRequests.publish`. */
export const publish = (
  { directory, wire }: RelayRequestsDeps,
  event: NostrEvent,
  relays: readonly string[],
  { timeoutMs = PUBLISH_TIMEOUT_MS, onAnswer = () => {}, signal }: PublishOptions = {},
): Promise<readonly PublishOutcome[]> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    refuseSecrets(event);
    const urls = normalizeRelayUrls(relays);
    if (!urls.length) throw new Error(NO_RELAYS);
    const { status, context } = directory().getSnapshot();
    if (status !== 'active') throw new Error(DESTROYED);
    const asked = urls.filter((url) => mayAskRelay(url, context));
    const id = `publish ${(count += 1)}`;
    const outcomes = new Map<string, PublishOutcome>();
    const end = () => {
      clearTimeout(timer);
      destroyed.unsubscribe();
      signal?.removeEventListener('abort', abort);
      for (const delivery of deliveries.values()) delivery.stop();
      directory().send({ type: 'relays.release', id });
    };
    const done = (outcome: PublishOutcome) => {
      outcomes.set(outcome.relay, outcome);
      isolated(() => onAnswer(outcome));
      if (outcomes.size < urls.length) return;
      end();
      const all = urls.flatMap((url) => outcomes.get(url) ?? []);
      if (all.some((one) => one.outcome === 'accepted')) resolve(all);
      else reject(new PublishFailure(all));
    };
    const abort = () => {
      end();
      reject(signal?.reason);
    };
    const deliveries = new Map(asked.map((url) => [url, createDelivery(wire, url, event, done)]));
    const timer = setTimeout(() => deliveries.forEach((delivery) => delivery.expire()), timeoutMs);
    const destroyed = directory().subscribe({
      complete: () => {
        end();
        reject(new Error(DESTROYED));
      },
    });
    signal?.addEventListener('abort', abort, { once: true });
    directory().send({ type: 'relays.want', id, relays: asked });
    const { connections } = directory().getSnapshot().context;
    for (const [url, delivery] of deliveries) delivery.begin(url in connections);
    for (const relay of urls) if (!deliveries.has(relay)) done({ relay, outcome: 'rejected', reason: NOT_CHOSEN });
  });
