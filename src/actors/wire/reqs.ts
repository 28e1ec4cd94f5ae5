import type { DeliveryProblem } from '#domain/relays/relays-problem.ts';
import type { Filter } from '#domain/protocol/event.ts';
import { isReplaceableKind } from '#domain/protocol/kinds.ts';
import { EVENT_MAX_FUTURE_S } from '#domain/protocol/protocol-limits.ts';
import {
  RESUME_LIMIT,
  CLOSED_REASON_CHARACTERS,
  CLOSED_WORDS_CHARACTERS,
  PLACES_NOT_LIVE,
} from '#domain/relays/relays-limits.ts';
import { toSeconds } from '#domain/units.ts';
import {
  hasEose,
  resumePoint,
  type Link,
  type OpenReq,
  type Req,
  type WireFact,
  type WirePolicy,
} from './wire-link.ts';

export const filtersOf = ({ filters, resumeSince }: Req): readonly Filter[] =>
  resumeSince === undefined
    ? filters
    : filters.map((filter) => ({ ...filter, since: Math.max(filter.since ?? 0, resumeSince), limit: RESUME_LIMIT }));

/** What nobody can put anything before: single events, and the newest list of somebody. */
const isCertain = ({ ids, authors, kinds }: Filter) => ids ?? (authors && kinds?.every(isReplaceableKind));

/** What is dated further ahead would be dropped, and fill the answer; but who has that of the user's own has not answered. */
const withoutAhead = (req: Req, now: number): readonly Filter[] =>
  req.live || req.own
    ? filtersOf(req)
    : req.filters.map((filter) =>
        isCertain(filter) ? filter : { until: toSeconds(now) + EVENT_MAX_FUTURE_S, ...filter },
      );

/** How many subscriptions the REQ may open now. Live ones leave some to REQs that end. */
const freePlaces = ({ reqs }: Link, req: Req, room: number) => {
  let [taken, live] = [0, 0];
  for (const other of reqs.values()) {
    if (other.state.is !== 'open' || other === req) continue;
    taken += other.state.ids.size;
    if (other.live) live += other.state.ids.size;
  }
  return req.live ? Math.min(room - taken, room - PLACES_NOT_LIVE - live) : Math.max(room - taken, taken ? 0 : 1);
};

const transmit = ({ line }: Link, message: readonly unknown[]) => {
  if (line.state === 'open') line.send(JSON.stringify(message));
};

/** Opens one more subscription of the REQ. */
const openPart = (link: Link, { id: first }: Req, state: OpenReq, group: readonly Filter[]) => {
  const id = state.parts ? `${first}.${state.parts}` : first;
  state.parts += 1;
  state.ids.add(id);
  state.awaited.add(id);
  transmit(link, ['REQ', id, ...group]);
};

export const leaveReq = (link: Link, req: Req, ended?: string) => {
  if (req.state.is === 'open') for (const id of req.state.ids) if (id !== ended) transmit(link, ['CLOSE', id]);
  req.state = { is: 'over' };
};

/** A live REQ waits for a place again; it goes on where it was stopped. `heardAt`: ms, when the relay was last heard. */
export const queueAgain = (link: Link, req: Req, heardAt: number) => {
  if (hasEose(req.state)) req.resumeSince = resumePoint(req, heardAt);
  leaveReq(link, req);
  req.state = { is: 'queued' };
};

/** How REQs go out and end, within the room the policy of the moment gives them. */
const createSending = (policy: WirePolicy, now: () => number) => {
  const tellAsked = (link: Link, req: Req, state: OpenReq) => {
    state.askedAt = now();
    req.report({ type: 'relay.asked', relay: link.relay, timeoutMs: policy.patience(link.relay) });
  };

  /** How many places it gets of those it needs; late ones make room, and any for one that keeps its place. */
  const placesFor = (link: Link, req: Req, needed: number) => {
    const places = () => freePlaces(link, req, policy.room(link.relay));
    for (const other of link.reqs.values())
      if (other.isLate && other !== req && places() < needed) {
        link.reqs.delete(other.id);
        leaveReq(link, other);
      }
    const mayPush = (other: Req) => req.keepsPlace && other.live && !other.keepsPlace && other !== req;
    for (const other of link.reqs.values())
      if (mayPush(other) && other.state.is === 'open' && places() < needed) queueAgain(link, other, now());
    return places();
  };

  const send = (link: Link, req: Req): void => {
    const groups = policy.shape(link.relay, withoutAhead(req, now()));
    const places = placesFor(link, req, groups.length);
    if (places < (req.live ? groups.length : 1)) {
      req.state = { is: 'queued' };
      return;
    }
    const state: OpenReq = {
      is: 'open',
      // sent again, it still is what it was
      ids: req.state.is === 'open' ? req.state.ids : new Set(),
      awaited: new Set(),
      parts: 0,
      rest: groups.slice(places),
      askedAt: 0,
      events: 0,
      longFrames: 0,
      isUnread: false,
      isPinged: false,
    };
    req.state = state;
    for (const group of groups.slice(0, places)) openPart(link, req, state, group);
    tellAsked(link, req, state);
  };

  /** Goes on with a REQ of many subscriptions when one of them is answered; false when there is nothing more to ask. */
  const proceed = (link: Link, req: Req, answered: string): boolean => {
    const { state } = req;
    const group = state.is === 'open' && state.rest.shift();
    if (!group) return false;
    transmit(link, ['CLOSE', answered]);
    state.ids.delete(answered);
    openPart(link, req, state, group);
    tellAsked(link, req, state);
    return true;
  };

  /** Gives free places to those that wait for one. */
  const fill = (link: Link) => {
    for (const req of link.reqs.values()) if (req.state.is === 'queued') send(link, req);
  };

  /** Ends it on the relay, all of it but what the relay ended. */
  const end = (link: Link, req: Req, ended?: string) => {
    leaveReq(link, req, ended);
    fill(link);
  };

  return { send, proceed, fill, end };
};

/** What is noted of a REQ that was refused in the end: the relay's words, and what was tried. Nobody is shown it. */
const reasonOf = (problem: DeliveryProblem): string => {
  if (problem.code !== 'relay-unmet') return problem.code;
  const { words, because } = problem;
  return `${words.slice(0, CLOSED_WORDS_CHARACTERS)} (${because.code === 'relay-said' ? because.words : because.code})`;
};

/** What REQs do on the links, under the policy of the moment. */
export const createReqs = (policy: WirePolicy, tell: (fact: WireFact) => void, now: () => number) => {
  const sending = createSending(policy, now);
  const { send, end } = sending;

  const refuse = (link: Link, req: Req, reason: string) => {
    if (!req.live) link.reqs.delete(req.id);
    const fact = { relay: link.relay, reason: reason.slice(0, CLOSED_REASON_CHARACTERS) };
    if (link.line.state === 'open') link.line.refusal = fact.reason;
    req.report({ type: 'relay.refused', ...fact });
    tell({ type: 'refused', ...fact });
  };

  return {
    ...sending,
    refuse,
    /** The relay closed one subscription of the REQ. */
    closed(link: Link, req: Req, subId: string, reason: string) {
      end(link, req, subId);
      const cure = policy.remedy(link.relay, reason, req);
      if (!cure) return refuse(link, req, reason);
      const held = { is: 'held' } as const;
      Object.assign(req, { state: held, tries: req.tries + 1 } satisfies Partial<Req>);
      req.report({ type: 'relay.asked', relay: link.relay, reason: policy.waitedFor(reason) });
      void cure.then((problem) => {
        // it was asked again, or ended, meanwhile
        if (req.state !== held) return;
        if (problem === undefined) return send(link, req);
        req.state = { is: 'over' };
        refuse(link, req, reasonOf(problem));
      });
    },
  };
};
