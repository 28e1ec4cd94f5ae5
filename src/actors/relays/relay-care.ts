import type { QueryClient } from '@tanstack/query-core';
import type { ActorRefFrom } from 'xstate';
import type { Filter } from '#domain/protocol/event.ts';
import {
  PLACES_TURN_MS,
  UNKNOWN_LIMIT,
  UNKNOWN_MESSAGE_BYTES,
  UNKNOWN_SUBSCRIPTIONS,
} from '#domain/relays/relay-bounds.ts';
import { relayAuthKey, relayInfoKey, type RelayAuthState, type RelayInfo } from '#domain/relays/relay-info.ts';
import { relayVerdict } from '#domain/protocol/relay-message.ts';
import { mayAskRelay } from '#domain/relays/relay-set.ts';
import { shapeRequest } from '#domain/protocol/request-shape.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import { createAnswerTimes } from '#actors/wire/answer-times.ts';
import { createRelayAuth } from '#actors/wire/auth.ts';
import { askAgain, fillPlaces, openRelays, takeTurns } from '#actors/wire/open-links.ts';
import { createPauses, pauseFor, watchFloods } from '#actors/wire/pauses.ts';
import { registerRelayInfoQuery } from './relay-info.ts';
import type { WirePolicy } from '#actors/wire/wire-link.ts';
import type { Wire } from '#actors/wire/wire.ts';
import { SECOND, MINUTE } from '#domain/units.ts';

/** REQs open on one relay at a time; more wait their turn */
export const MAX_SUBSCRIPTIONS_PER_RELAY = 15;
/** what should stay open is asked for again so long after the relay closed it, each time in a row after twice as long */
export const CLOSED_RETRY_MS = 10 * SECOND;
export const CLOSED_RETRY_MAX_MS = 5 * MINUTE;

export type RelayCareDeps = {
  readonly wire: Wire;
  readonly directory: () => Pick<ActorRefFrom<typeof relayDirectoryMachine>, 'getSnapshot'>;
  readonly queryClient: QueryClient;
  readonly signer: CurrentSigner;
  /** its listeners also hear when signing becomes possible */
  readonly account: Pick<AccountStore, 'subscribe'>;
  /** a relay that refused something has learned who the user is: what was to be read there can be asked again */
  readonly onKnown: (relay: string) => void;
  readonly fetch: typeof globalThis.fetch;
  /** ms since the epoch */
  readonly now: () => number;
};

/** The relay's own words before ours, cut so that ours are read. */
const WORDS_CHARACTERS = 100;

/** What is done about a refused REQ or event. */
const remedyWith =
  (auth: ReturnType<typeof createRelayAuth>, pauses: ReturnType<typeof createPauses>): WirePolicy['remedy'] =>
  (relay, reason, { live, tries }) => {
    const { prefix, remedy } = relayVerdict(reason);
    if (remedy === 'wait') return pauses.pause(relay);
    if (remedy === 'retry' && live) return pauseFor(Math.min(CLOSED_RETRY_MS * 2 ** tries, CLOSED_RETRY_MAX_MS));
    if (remedy !== 'authenticate' || (prefix === 'restricted' && !auth.hasChallenge(relay))) return undefined;
    // it may have been on its way when the relay learned who asks; a second refusal is meant
    if (auth.isKnown(relay)) return tries > 0 ? undefined : Promise.resolve(undefined);
    return auth
      .authenticate(relay)
      .then((problem) => (problem === undefined ? undefined : `${reason.slice(0, WORDS_CHARACTERS)} (${problem})`));
  };

type Limitation = Partial<RelayInfo['limitation']>;

const UNKNOWN: Limitation = {
  maxSubscriptions: UNKNOWN_SUBSCRIPTIONS,
  maxLimit: UNKNOWN_LIMIT,
  maxMessageLength: UNKNOWN_MESSAGE_BYTES,
};

/** What the relay allows: as it says, modestly while it has not said, freely when it says nothing. */
const limitationOf = (queryClient: QueryClient, relay: string): Limitation => {
  const state = queryClient.getQueryState<RelayInfo>(relayInfoKey(relay));
  return state?.data?.limitation ?? (state?.status === 'error' ? {} : UNKNOWN);
};

/** Calls back again and again, until the returned function is called. */
const every = (ms: number, act: () => void) => {
  let timer = setTimeout(function turn() {
    act();
    timer = setTimeout(turn, ms);
  }, ms);
  return () => clearTimeout(timer);
};

/**
 * Treats each relay by what it says about itself and how it answers: its limits (NIP-11), the time it needs, what it
 * refuses and why, and who asks (NIP-42). Until it is called the wire treats all relays alike.
 */
export const startRelayCare = (deps: RelayCareDeps): { stop(): void } => {
  const { wire, directory, queryClient, account } = deps;
  const isOurs = (relay: string) => {
    const { entries, wanted } = directory().getSnapshot().context;
    return entries.some(({ url }) => url === relay) || Object.values(wanted).some((urls) => urls.includes(relay));
  };
  const times = createAnswerTimes(wire);
  const onState = (relay: string, state: RelayAuthState) => queryClient.setQueryData(relayAuthKey(relay), state);
  const auth = createRelayAuth({ ...deps, isOurs, onState });
  const pauses = createPauses(deps);
  const learn = (relay: string) =>
    void queryClient
      .fetchQuery<RelayInfo>({ queryKey: relayInfoKey(relay) })
      .catch(() => {})
      .then(() => fillPlaces(wire, relay));
  /** Says who the user is where something was refused for want of that. */
  const introduce = (relay: string) => {
    if (relayVerdict(wire.links.get(relay)?.refusal ?? '').remedy !== 'authenticate' || auth.isKnown(relay)) return;
    void auth.authenticate(relay).then((problem) => {
      if (problem !== undefined) return;
      askAgain(wire, relay);
      deps.onKnown(relay);
    });
  };

  const mayAsk = (url: string) => mayAskRelay(url, directory().getSnapshot().context);
  registerRelayInfoQuery({ ...deps, mayAsk });
  Object.assign(wire.policy, {
    room: (relay) => {
      if (pauses.isPaused(relay)) return 0;
      // one place is for the ping
      const most = (limitationOf(queryClient, relay).maxSubscriptions ?? Infinity) - 1;
      return Math.max(1, Math.min(most, MAX_SUBSCRIPTIONS_PER_RELAY));
    },
    shape: (relay, filters: readonly Filter[]) => shapeRequest(filters, limitationOf(queryClient, relay)),
    // an event cannot be cut: it is sent unless the relay has said that it is too long
    maxMessage: (relay) => queryClient.getQueryData<RelayInfo>(relayInfoKey(relay))?.limitation.maxMessageLength,
    patience: times.patience,
    remedy: remedyWith(auth, pauses),
  } satisfies WirePolicy);
  const stops = [
    wire.observe((fact) => {
      if (fact.type === 'opened') learn(fact.relay);
    }),
    account.subscribe(() => openRelays(wire).forEach(introduce)),
    times.stop,
    auth.stop,
    pauses.stop,
    watchFloods(wire),
    every(PLACES_TURN_MS, () => takeTurns(wire)),
  ];
  for (const relay of openRelays(wire)) {
    learn(relay);
    introduce(relay);
  }
  return { stop: () => stops.forEach((stop) => stop()) };
};
