import type { RunningAreas } from '#machines/areas.ts';
import type { QueryClient } from '@tanstack/query-core';
import { fromCallback, type ActorRefFrom } from 'xstate';
import type { Filter } from '#domain/protocol/event.ts';
import { relayAuthKey, relayInfoKey, type RelayInfo } from '#domain/relays/relay-info.ts';
import { relayVerdict, waitedFor } from '#domain/protocol/relay-message.ts';
import { mayAskRelay } from '#domain/relays/relay-set.ts';
import { shapeRequest } from '#domain/protocol/request-shape.ts';
import type { CurrentSigner } from '#domain/protocol/signer.ts';
import {
  MAX_SUBSCRIPTIONS_PER_RELAY,
  UNKNOWN_LIMIT,
  UNKNOWN_MESSAGE_BYTES,
  UNKNOWN_SUBSCRIPTIONS,
} from '#domain/relays/relays-limits.ts';
import type { RelayCareCommand, RelayCareRef } from '#machines/relays/relay-care.machine.ts';
import type { relayDirectoryMachine } from '#machines/relays/relay-directory.machine.ts';
import type { AccountStore } from '#store/session/account.ts';
import { createAnswerTimes } from '#actors/wire/answer-times.ts';
import { askAgain, fillPlaces, openLine, openRelays } from '#actors/wire/open-links.ts';
import { takeTurns } from '#actors/wire/take-turns.ts';
import { remedyWith } from './refusal-remedy.ts';
import { registerRelayInfoQuery } from './relay-info.ts';
import { createTerms } from './relay-terms.ts';
import type { WirePolicy } from '#actors/wire/wire-link.ts';
import type { Wire } from '#actors/wire/wire.ts';

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

/** How the wire treats each relay, by what that says about itself, how it answers and what it wants. */
const policyOf = (
  queryClient: QueryClient,
  terms: ReturnType<typeof createTerms>,
  { patience }: Pick<WirePolicy, 'patience'>,
): Omit<WirePolicy, 'isFlapping'> => ({
  room: (relay) => {
    if (terms.isPaused(relay)) return 0;
    // one place is for the ping
    const most = (limitationOf(queryClient, relay).maxSubscriptions ?? Infinity) - 1;
    return Math.max(1, Math.min(most, MAX_SUBSCRIPTIONS_PER_RELAY));
  },
  shape: (relay, filters: readonly Filter[]) => shapeRequest(filters, limitationOf(queryClient, relay)),
  // an event cannot be cut: it is sent unless the relay has said that it is too long
  maxMessage: (relay) => queryClient.getQueryData<RelayInfo>(relayInfoKey(relay))?.limitation.maxMessageLength,
  patience,
  remedy: remedyWith(terms),
  waitedFor,
});

/** Whether the relay is in the set of the user, or an act of theirs needs it. */
const isOursIn = ({ directory }: Pick<RelayCareDeps, 'directory'>, relay: string): boolean => {
  const { entries, wanted } = directory().getSnapshot().context;
  return entries.some(({ url }) => url === relay) || Object.values(wanted).some((urls) => urls.includes(relay));
};

/**
 * The slot `attend`: treats each relay by what it says about itself and how it answers: its limits (NIP-11), the time it
 * needs, what it refuses and why, and who asks (NIP-42). Until it runs the wire treats all relays alike.
 */
export const defineAttend = (deps: RelayCareDeps) =>
  fromCallback<RelayCareCommand, { care: RelayCareRef }>(({ input: { care }, receive }) => {
    const { wire, directory, queryClient, account } = deps;
    const times = createAnswerTimes(wire);
    const terms = createTerms(care, {
      ...deps,
      isOurs: (relay) => isOursIn(deps, relay),
      onShown: (relay, state) => queryClient.setQueryData(relayAuthKey(relay), state),
    });
    const learn = (relay: string) =>
      void queryClient
        .fetchQuery<RelayInfo>({ queryKey: relayInfoKey(relay) })
        .catch(() => {})
        .then(() => fillPlaces(wire, relay));
    /** Says who the user is where something was refused for want of that. */
    const introduce = (relay: string) => {
      if (relayVerdict(openLine(wire, relay)?.refusal ?? '').remedy !== 'authenticate' || terms.isKnown(relay)) return;
      void terms.introduce(relay).then((problem) => {
        if (problem !== undefined) return;
        askAgain(wire, relay);
        deps.onKnown(relay);
      });
    };
    registerRelayInfoQuery({ ...deps, mayAsk: (url) => mayAskRelay(url, directory().getSnapshot().context) });
    Object.assign(wire.policy, policyOf(queryClient, terms, times));
    const stops = [
      wire.observe((fact) => {
        if (fact.type === 'opened') learn(fact.relay);
      }),
      account.subscribe(() => openRelays(wire).forEach(introduce)),
      times.stop,
      terms.stop,
    ];
    receive(() => takeTurns(wire, deps.now()));
    for (const relay of openRelays(wire)) {
      learn(relay);
      introduce(relay);
    }
    return () => stops.forEach((stop) => stop());
  });

/** What could not be loaded while relays refused: it is loaded again once one of them learned who the user is. */
const WAITING = ['feed', 'thread', 'profile'] as const;

export const loadAgain = (find: RunningAreas['find']) => () => {
  for (const area of WAITING) find(area)?.send({ type: 'relays.reachable' });
};
