import type { ActorRefFrom } from 'xstate';
import { Failure } from '#domain/problem.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { Needs, SubscriptionInput } from '#machines/relays/subscription.machine.ts';
import type { RelayAnswer } from './relay-answer.ts';
import type { Wire } from './wire.ts';

export type RelayRequestsDeps = {
  /** the directory actor that runs now */
  readonly directory: () => ActorRefFrom<typeof relayDirectoryMachine>;
  readonly wire: Wire;
  /** the id under which a relay was asked this before the code was there; once (docs/adr/0048) */
  readonly asked?: (relay: string, filters: string) => string | undefined;
};

/** A new id for a REQ, or the one that it went out under already. */
export type IdFor = (filters?: readonly Filter[], relays?: readonly string[]) => string;

type Listener = {
  readonly onEvent: (event: NostrEvent, relay: string) => void;
  /** for what comes after the answer */
  readonly onLate: (event: NostrEvent, relay: string) => void;
  readonly resolve: (answer: RelayAnswer) => void;
  readonly reject: (reason: unknown) => void;
};

type Asking = Pick<SubscriptionInput, 'relays' | 'limitMs'> & {
  readonly filters: readonly Filter[];
  readonly needs: Needs;
  readonly own: boolean;
};

/** One fetch on the wire, shared by all who ask the same at the same time. */
type SharedFetch = {
  readonly id: string;
  readonly events: Map<string, { event: NostrEvent; relay: string }>;
  readonly listeners: Set<Listener>;
  /** to be called once, when it is answered; and when it is over */
  settle: () => void;
  forget: () => void;
};

/** A listener that throws harms nobody else; its error comes up as an uncaught one. */
export const withoutHarm = (act: () => void) => {
  try {
    act();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
};

/** Runs fetches, those that ask the same at the same time as one. */
export const createFetchBoard = ({ directory, wire }: RelayRequestsDeps, idFor: IdFor) => {
  const running = new Map<string, SharedFetch>();

  const begin = (key: string, { filters, relays, own }: Asking): SharedFetch => {
    let isAnswered = false;
    const shared: SharedFetch = {
      id: idFor(filters, relays),
      events: new Map(),
      listeners: new Set(),
      settle: () => {
        isAnswered = true;
        if (running.get(key) === shared) running.delete(key);
      },
      forget: () => {
        shared.settle();
        forgetQuestion();
      },
    };
    const forgetQuestion = wire.expect(shared.id, {
      filters,
      live: false,
      own,
      onEvent(event, relay) {
        if (shared.events.has(event.id)) return;
        shared.events.set(event.id, { event, relay });
        for (const { onEvent, onLate } of shared.listeners)
          withoutHarm(() => (isAnswered ? onLate : onEvent)(event, relay));
      },
      onSettled(outcomes) {
        shared.settle();
        const events = [...shared.events.values()].map(({ event }) => event);
        for (const { resolve } of shared.listeners) resolve({ events, outcomes });
      },
      onEnded() {
        shared.forget();
        for (const { reject } of shared.listeners) reject(new Failure({ code: 'pool-destroyed' }));
      },
    });
    running.set(key, shared);
    return shared;
  };

  /** Joins the fetch of these filters, or starts it; the returned function leaves it. */
  return (asking: Asking, listener: Listener) => {
    const { filters, relays, limitMs, needs, own } = asking;
    const key = JSON.stringify([filters, [...relays].sort(), limitMs, needs, own]);
    const known = running.get(key);
    const shared = known ?? begin(key, asking);
    shared.listeners.add(listener);
    if (known) for (const { event, relay } of known.events.values()) withoutHarm(() => listener.onEvent(event, relay));
    else directory().send({ type: 'subscription.open', id: shared.id, relays, live: false, limitMs, needs });
    return () => {
      shared.listeners.delete(listener);
      if (shared.listeners.size) return;
      shared.forget();
      directory().send({ type: 'subscription.close', id: shared.id });
    };
  };
};
