import { fromCallback, fromPromise, type ActorRefFrom } from 'xstate';
import type { DeliveryProblem } from '#domain/relays/relays-problem.ts';
import {
  DYNAMIC_RESPONSE_THRESHOLD_MS,
  FLAPPING_DURATION_MAX_MS,
  HEALTH_TELL_MS,
} from '#domain/relays/relays-limits.ts';
import type { relayConnectionMachine } from '#machines/relays/relay-connection.machine.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { HealthCommand, HealthFact } from '#machines/relays/relay-health.machine.ts';
import type { RelayHealthStore } from '#store/relays/relay-health.ts';
import { createDurations } from '#actors/wire/durations.ts';
import { openLine, openRelays } from '#actors/wire/open-links.ts';
import type { RelayRequests } from '#actors/wire/requests.ts';
import type { WireFact } from '#actors/wire/wire-link.ts';
import type { Wire } from '#actors/wire/wire.ts';

export type HealthDeps = {
  readonly wire: Pick<Wire, 'observe' | 'policy' | 'links'>;
  readonly directory: () => Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot'>;
  readonly health: RelayHealthStore;
  /** whether the device is on a network, as far as the browser knows: else a failure tells nothing of the relay */
  readonly online: () => boolean;
  /** ms since the epoch */
  readonly now: () => number;
};

/** Why an event did not leave: that says nothing of the relay. */
const UNSENT: readonly unknown[] = ['event-too-long', 'too-many-connections'] satisfies DeliveryProblem['code'][];

/** Whether a fact speaks for the relay, against it, or neither; connects are judged by what becomes of them. */
const verdictOf = (fact: WireFact): boolean | undefined => {
  if (fact.type === 'answered') return true;
  if (fact.type === 'timeout' || fact.type === 'overloaded') return false;
  if (fact.type !== 'published' || UNSENT.includes(fact.reason?.code)) return undefined;
  return fact.outcome === 'accepted' || fact.outcome === 'rejected';
};

type ConnectionRef = ActorRefFrom<typeof relayConnectionMachine>;

/** How many attempts to connect failed since it was last open; the one that goes on will be heard of. */
const failedAttempts = (connection: ConnectionRef | undefined): number => {
  const snapshot = connection?.getSnapshot();
  if (snapshot === undefined) return 0;
  return snapshot.context.connectionAttempts - (snapshot.matches({ active: 'connecting' }) ? 1 : 0);
};

/** Reports what relays did before anybody watched; told once, for a watch that begins anew would count it twice. */
const createPast = ({ wire, directory }: Pick<HealthDeps, 'wire' | 'directory'>) => {
  let isTold = false;
  return (report: (relay: string, ok: boolean) => void) => {
    if (isTold) return;
    isTold = true;
    const { children } = directory().getSnapshot();
    for (const { relay, answers } of wire.links.values()) {
      for (let count = 0; count < answers; count += 1) report(relay, true);
      for (let count = failedAttempts(children[relay] as ConnectionRef | undefined); count > 0; count -= 1)
        report(relay, false);
    }
  };
};

/** A connection that lasts longer than those that break is none of them. */
const createSteady = (isSteady: (relay: string) => void) => {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const end = (relay: string) => {
    clearTimeout(timers.get(relay));
    timers.delete(relay);
  };
  return {
    begin(relay: string) {
      end(relay);
      timers.set(
        relay,
        setTimeout(() => isSteady(relay), FLAPPING_DURATION_MAX_MS),
      );
    },
    end,
    stop: () => [...timers.keys()].forEach(end),
  };
};

const BROKEN: readonly unknown[] = ['recovering', 'waiting', 'resting', 'given up'];

/** The slot `watch health`: makes health records of what the wire tells; connections pause as long as these say. */
export const defineWatchHealth = ({ wire, directory, health, online, now }: HealthDeps) => {
  const tellPast = createPast({ wire, directory });
  return fromCallback<HealthCommand>(({ sendBack, receive }) => {
    const durations = createDurations(now);
    const stateOf = (relay: string) => directory().getSnapshot().context.connections[relay];
    const isFlapping = (relay: string) => health.get()[relay]?.flapping ?? false;
    wire.policy.isFlapping = isFlapping;
    let telling: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      telling ??= setTimeout(() => {
        telling = undefined;
        health.show();
        sendBack({ type: 'health.changed' } satisfies HealthFact);
      }, HEALTH_TELL_MS);
    };
    const report = (relay: string, ok: boolean, ms?: number) => {
      if (!ok && !online()) return;
      health.report(relay, { ok, at: now(), ms });
      changed();
    };
    const noteFlapping = (relay: string, flapping: boolean) => {
      if (isFlapping(relay) === flapping) return;
      health.setFlapping(relay, flapping);
      changed();
    };
    const steady = createSteady((relay) => noteFlapping(relay, false));
    const opened = (relay: string) => {
      durations.opened(relay);
      if (isFlapping(relay)) steady.begin(relay);
    };
    /** Once the machines know of it: whether the relay broke it, and whether it had been open. */
    const judgeEnd = (relay: string, wasOpen: boolean) => {
      const broke = BROKEN.includes(stateOf(relay));
      noteFlapping(relay, durations.closed(relay, broke && online()));
      if (broke && !wasOpen) report(relay, false);
    };
    tellPast(report);
    // those of the start are there before anybody watches
    for (const relay of openRelays(wire)) durations.opened(relay, openLine(wire, relay)?.since);
    const stop = wire.observe((fact) => {
      const { relay } = fact;
      if (fact.type === 'opened') opened(relay);
      if (fact.type === 'closed') {
        steady.end(relay);
        const wasOpen = durations.wasOpen(relay);
        queueMicrotask(() => judgeEnd(relay, wasOpen));
      }
      const ok = verdictOf(fact);
      if (ok !== undefined) report(relay, ok, ok && 'ms' in fact ? fact.ms : undefined);
    });
    receive(() => {
      health.forget();
      changed();
    });
    return () => {
      stop();
      steady.stop();
      clearTimeout(telling);
    };
  });
};

/** An event that cannot exist: every relay can answer that quickly. */
const NOTHING = [{ ids: ['0'.repeat(64)], limit: 1 }];

/** The slot `ask relays`: asks every relay of the set. Answers count as all others do, and so does that there is no way to ask. */
export const defineAskEachRelay = (
  { directory, health, online, now }: Omit<HealthDeps, 'wire'>,
  { fetch }: Pick<RelayRequests, 'fetch'>,
) =>
  fromPromise<void>(async ({ signal }) => {
    const { entries } = directory().getSnapshot().context;
    const relays = entries.map(({ url }) => url);
    if (!relays.length) return;
    const timeoutMs = DYNAMIC_RESPONSE_THRESHOLD_MS;
    const { outcomes } = await fetch({ filters: NOTHING, relays, signal, timeoutMs });
    for (const { relay, outcome } of outcomes)
      if (outcome === 'offline' && online()) health.report(relay, { ok: false, at: now() });
    health.show();
  });

/** The slot `save health`. */
export const defineSaveHealth = (health: Pick<RelayHealthStore, 'save'>) =>
  fromPromise<void>(() => {
    health.save();
    return Promise.resolve();
  });
