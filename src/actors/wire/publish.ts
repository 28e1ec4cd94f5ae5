import { createActor, fromCallback, type AnyActorRef, type AnyEventObject } from 'xstate';
import type { DeliveryProblem } from '#domain/relays/relays-problem.ts';
import { Failure } from '#domain/problem.ts';
import type { NostrEvent } from '#domain/protocol/event.ts';
import { PUBLISH_TIMEOUT_MS } from '#domain/relays/relays-limits.ts';
import { refuseSecrets } from '#domain/session/leaked-secret.ts';
import { PublishFailure } from '#domain/publish/publish-failure.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import { unfitFor } from '#domain/publish/publish-targets.ts';
import { relayVerdict } from '#domain/protocol/relay-message.ts';
import { mayAskRelay } from '#domain/relays/relay-set.ts';
import { normalizeRelayUrls } from '#domain/relays/relay-url.ts';
import {
  deliveryMachine,
  type CureFact,
  type CureInput,
  type DeliveryCommand,
  type DeliveryFact,
} from '#machines/publish/delivery.machine.ts';
import { withoutHarm, type RelayRequestsDeps } from './fetch-board.ts';
import { sayTo } from './open-links.ts';
import type { PublishOptions } from './requests.ts';

const NOT_CHOSEN: DeliveryProblem = { code: 'relay-not-chosen' };

/** As far as the browser knows; other places do not tell. */
const isOnline = (): boolean => (navigator as { onLine?: boolean }).onLine !== false;

let count = 0;

type Wired = Pick<RelayRequestsDeps, 'wire'>['wire'];
type Relayed = { readonly wire: Wired; readonly relay: string; readonly event: NostrEvent };

/** Sends the event when told to, and tells what the wire says of it. */
const defineTalk = ({ wire, relay, event }: Relayed) =>
  fromCallback<DeliveryCommand>(({ sendBack, receive }) => {
    const tell = (fact: DeliveryFact) => sendBack(fact);
    receive(() => {
      const reason = unfitFor(event, wire.policy.maxMessage(relay));
      if (reason) tell({ type: 'event.unfit', reason });
      else if (sayTo(wire, relay, ['EVENT', event])) tell({ type: 'event.sent' });
    });
    return wire.observe((fact) => {
      if (fact.relay !== relay) return;
      if (fact.type === 'opened') tell({ type: 'relay.opened' });
      if (fact.type === 'closed') tell({ type: 'relay.closed' });
      if (fact.type !== 'said' || fact.message.verb !== 'OK' || fact.message.id !== event.id) return;
      const { accepted, message } = fact.message;
      const isTaken = accepted || relayVerdict(message).prefix === 'duplicate';
      const reason = message === '' ? undefined : ({ code: 'relay-said', words: message } as const);
      if (isTaken) tell({ type: 'relay.took', reason });
      else tell({ type: 'relay.refused', reason: reason ?? { code: 'relay-refused' } });
    });
  });

/** Does what the relay wants before it takes an event. */
const defineCure = ({ wire, relay }: Relayed) =>
  fromCallback<AnyEventObject, CureInput>(({ input: { words, tries }, sendBack }) => {
    const tell = (fact: CureFact) => sendBack(fact);
    const cure = wire.policy.remedy(relay, words, { live: false, tries });
    if (!cure) return tell({ type: 'cure.none' });
    void cure.then((problem) =>
      tell(problem === undefined ? { type: 'cure.done' } : { type: 'cure.failed', reason: problem }),
    );
    return undefined;
  });

type Options = {
  /** its name in the tree of actors, and under whom it stands there */
  readonly id: string;
  readonly parent: AnyActorRef;
  /** there is a connection to the relay, or room for one */
  readonly isPossible: boolean;
  /** called once, unless it is stopped before */
  readonly onDone: (outcome: PublishOutcome) => void;
};

/** Brings the event to one relay. */
const startDelivery = (to: Relayed, { id, parent, isPossible, onDone }: Options) => {
  const startedAt = performance.now();
  const machine = deliveryMachine.provide({ actors: { talk: defineTalk(to), cure: defineCure(to) } });
  const delivery = createActor(machine, { id, parent, input: { isPossible } });
  const { unsubscribe } = delivery.subscribe(({ status, value, context: { reason } }) => {
    if (status !== 'done') return;
    const outcome = { relay: to.relay, outcome: value as PublishOutcome['outcome'], reason };
    to.wire.tell({ type: 'published', ...outcome, ms: performance.now() - startedAt });
    onDone(outcome);
  });
  delivery.start();
  const expire = (online: boolean) => {
    if (delivery.getSnapshot().status === 'active') delivery.send({ type: 'delivery.expire', isOnline: online });
  };
  return {
    expire,
    /** nobody hears how it ends */
    stop() {
      unsubscribe();
      expire(false);
    },
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
    const { status, context } = directory().getSnapshot();
    if (status !== 'active') throw new Failure({ code: 'pool-destroyed' });
    const urls = normalizeRelayUrls(relays);
    if (!urls.length) throw new Failure({ code: 'no-relays' });
    const asked = urls.filter((url) => mayAskRelay(url, context));
    const id = `publish ${(count += 1)}`;
    const outcomes = new Map<string, PublishOutcome>();
    const deliveries: ReturnType<typeof startDelivery>[] = [];
    let isEnded = false;
    const end = () => {
      isEnded = true;
      clearTimeout(timer);
      destroyed.unsubscribe();
      signal?.removeEventListener('abort', abort);
      for (const delivery of deliveries) delivery.stop();
      directory().send({ type: 'relays.release', id });
    };
    const done = (outcome: PublishOutcome) => {
      outcomes.set(outcome.relay, outcome);
      withoutHarm(() => onAnswer(outcome));
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
    const expire = () => {
      for (const delivery of deliveries) delivery.expire(isOnline());
    };
    const timer = setTimeout(expire, timeoutMs);
    const destroyed = directory().subscribe({
      complete: () => {
        end();
        reject(new Failure({ code: 'pool-destroyed' }));
      },
    });
    signal?.addEventListener('abort', abort, { once: true });
    directory().send({ type: 'relays.want', id, relays: asked });
    const { connections } = directory().getSnapshot().context;
    for (const relay of asked) {
      if (isEnded) return;
      const options = { id: `${id} ${relay}`, parent: directory(), isPossible: relay in connections, onDone: done };
      deliveries.push(startDelivery({ wire, relay, event }, options));
    }
    for (const relay of urls) if (!asked.includes(relay)) done({ relay, outcome: 'rejected', reason: NOT_CHOSEN });
  });
