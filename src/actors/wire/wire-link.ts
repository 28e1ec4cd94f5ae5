import type { Filter } from '#domain/protocol/event.ts';
import { RESUME_LIMIT, SUBSCRIPTION_OVERLAP_S } from '#domain/relays/request-limits.ts';
import type { PublishOutcome } from '#domain/publish/publish.ts';
import type { LooseMessage } from '#domain/protocol/relay-frame.ts';
import type { AskFact } from '#machines/relays/subscription.machine.ts';
import type { createVainCount } from './vain-frames.ts';

/** What the wire tells of a relay; `ms` since the REQ or the event went out. */
export type WireFact = { readonly relay: string } & (
  | { readonly type: 'opened' | 'closed' | 'overloaded' }
  /** EOSE came, or did not in the relay's time, or not before the others had answered */
  | { readonly type: 'answered' | 'timeout' | 'late'; readonly ms: number }
  | { readonly type: 'refused'; readonly reason: string }
  | ({ readonly type: 'published'; readonly ms: number } & Pick<PublishOutcome, 'outcome' | 'reason'>)
  | { readonly type: 'said'; readonly message: LooseMessage }
);

/** How relays are treated; until somebody attends to it, all alike. */
export type WirePolicy = {
  /** REQs that may be open on the relay at a time */
  room(relay: string): number;
  /** the REQs these filters make within the limits of the relay, usually one */
  shape(relay: string, filters: readonly Filter[]): readonly (readonly Filter[])[];
  /** bytes of the longest message the relay takes; undefined when it does not say */
  maxMessage(relay: string): number | undefined;
  /** ms the relay has for its EOSE; undefined for EOSE_TIMEOUT_MS */
  patience(relay: string): number | undefined;
  /**
   * What is done about a refusal: undefined for nothing. Else the REQ goes out again when the promise gives undefined,
   * and is refused with the reason it gives. `tries`: what was done about it since the socket opened.
   */
  remedy(relay: string, reason: string, req: Pick<Req, 'live' | 'tries'>): Promise<string | undefined> | undefined;
  /** what is waited for meanwhile */
  waitedFor(reason: string): string;
};

/**
 * One subscription at one relay. A parked one waits for a socket, a queued one for a free place, a held one for what
 * is done about a refusal.
 */
export type Req = {
  readonly id: string;
  readonly filters: readonly Filter[];
  readonly live: boolean;
  readonly own: boolean;
  readonly report: (fact: AskFact) => void;
  state: 'parked' | 'queued' | 'open' | 'held' | 'over';
  /** the subscriptions it is on the relay, and those whose EOSE is still to come */
  readonly ids: Set<string>;
  readonly awaited: Set<string>;
  /** subscriptions it was so far, and what is left to ask when a place is free */
  parts: number;
  rest: (readonly Filter[])[];
  /** ms since the epoch */
  askedAt: number;
  /** events since then */
  events: number;
  longFrames: number;
  /** an event came since then that could not be read: the relay has more than it told */
  isUnread: boolean;
  tries: number;
  cure?: Promise<string | undefined> | undefined;
  /** a ping went out after the REQ and before EOSE */
  pinged: boolean;
  /** nobody waits for its EOSE any more: it only stays where nothing else needs its place */
  isLate: boolean;
  /** false for an event that came lately */
  isNew: (id: string) => boolean;
  /** seconds; the newest event that came */
  newest: number;
  /** seconds; set when the socket was lost after EOSE */
  resumeSince?: number;
};

/** One relay; `send` does nothing while there is no open socket. */
export type Link = {
  readonly relay: string;
  phase: 'unknown' | 'connecting' | 'open' | 'down';
  send: (text: string) => void;
  readonly reqs: Map<string, Req>;
  overloads: number;
  /** counts what this socket sends in vain; the second ends the socket for it */
  vain: ReturnType<typeof createVainCount>;
  abandon: () => void;
  /** of this socket: what is to be signed to say who asks (NIP-42), and why the last REQ was refused; else '' */
  challenge: string;
  refusal: string;
};

/** the reason of a REQ that ended because the relay floods */
export const FLOOD = 'too many events';
/** and of one for what the user wrote, when the relay has something else than it told */
export const UNREAD = 'sent what cannot be read';

const REASON_CHARACTERS = 200;

/** A REQ too long for one message is several subscriptions, 'n1', 'n1.1', 'n1.2' and so on: the first names it. */
export const reqId = (subId: string): string => {
  const end = subId.indexOf('.');
  return end < 0 ? subId : subId.slice(0, end);
};

export const hasEose = ({ state, awaited }: Req): boolean => state === 'open' && !awaited.size;

const filtersOf = ({ filters, resumeSince }: Req): readonly Filter[] =>
  resumeSince === undefined
    ? filters
    : filters.map((filter) => ({ ...filter, since: Math.max(filter.since ?? 0, resumeSince), limit: RESUME_LIMIT }));

/** How many subscriptions the REQ may open now. One place is left to REQs that end. */
const freePlaces = ({ reqs }: Link, req: Req, room: number) => {
  let [taken, live] = [0, 0];
  for (const other of reqs.values()) {
    if (other.state !== 'open' || other === req) continue;
    taken += other.ids.size;
    if (other.live) live += other.ids.size;
  }
  return req.live ? Math.min(room - taken, room - 1 - live) : Math.max(room - taken, taken ? 0 : 1);
};

/** Seconds; where to go on after EOSE came and the socket, last heard at `heardAt` (ms), was lost. */
const resumePoint = ({ newest }: Req, heardAt: number) => {
  const heard = Math.floor(heardAt / 1000);
  // the newest event guards against a clock ahead of the relay's, the clock against events dated ahead of it
  return Math.max(0, Math.min(newest || heard, heard) - SUBSCRIPTION_OVERLAP_S);
};

/** Opens one more subscription of the REQ. */
const openPart = (link: Link, req: Req, group: readonly Filter[]) => {
  const id = req.parts ? `${req.id}.${req.parts}` : req.id;
  req.parts += 1;
  req.ids.add(id);
  req.awaited.add(id);
  link.send(JSON.stringify(['REQ', id, ...group]));
};

/** Nothing of it is open any more. */
const clear = (req: Req, state: Req['state']) => {
  Object.assign(req, { state, cure: undefined } satisfies Partial<Req>);
  req.ids.clear();
  req.awaited.clear();
};

const leave = (link: Link, req: Req, ended?: string) => {
  if (req.state === 'open') for (const id of req.ids) if (id !== ended) link.send(JSON.stringify(['CLOSE', id]));
  clear(req, 'over');
};

/** How REQs go out and end, within the room the policy of the moment gives them. */
const createSending = (policy: WirePolicy, now: () => number) => {
  const tellAsked = (link: Link, req: Req) => {
    req.askedAt = now();
    req.report({ type: 'relay.asked', relay: link.relay, timeoutMs: policy.patience(link.relay) });
  };

  /** How many places it gets of those it needs; late ones make room. */
  const placesFor = (link: Link, req: Req, needed: number) => {
    const places = () => freePlaces(link, req, policy.room(link.relay));
    for (const other of link.reqs.values())
      if (other.isLate && other !== req && places() < needed) {
        link.reqs.delete(other.id);
        leave(link, other);
      }
    return places();
  };

  const send = (link: Link, req: Req): void => {
    const groups = policy.shape(link.relay, filtersOf(req));
    const places = placesFor(link, req, groups.length);
    if (places < (req.live ? groups.length : 1)) {
      req.state = 'queued';
      return;
    }
    Object.assign(req, {
      state: 'open',
      events: 0,
      longFrames: 0,
      isUnread: false,
      parts: 0,
      pinged: false,
    } satisfies Partial<Req>);
    req.awaited.clear();
    req.rest = groups.slice(places);
    for (const group of groups.slice(0, places)) openPart(link, req, group);
    tellAsked(link, req);
  };

  /** Goes on with a REQ of many subscriptions when one of them is answered; false when there is nothing more to ask. */
  const proceed = (link: Link, req: Req, answered: string): boolean => {
    const group = req.rest.shift();
    if (!group) return false;
    link.send(JSON.stringify(['CLOSE', answered]));
    req.ids.delete(answered);
    openPart(link, req, group);
    tellAsked(link, req);
    return true;
  };

  /** Gives free places to those that wait for one. */
  const fill = (link: Link) => {
    for (const req of link.reqs.values()) if (req.state === 'queued') send(link, req);
  };

  /** Ends it on the relay, all of it but what the relay ended. */
  const end = (link: Link, req: Req, ended?: string) => {
    leave(link, req, ended);
    fill(link);
  };

  return { send, proceed, fill, end, takeTurns: turnsOf(policy, now, fill) };
};

/** Live REQs that wait for a place take turns with those that have had one; each goes on where it was stopped. */
const turnsOf =
  (policy: WirePolicy, now: () => number, fill: (link: Link) => void) =>
  (link: Link): void => {
    const room = policy.room(link.relay);
    const live = [...link.reqs.values()].filter((req) => req.live);
    let missing = 0;
    for (const req of live) {
      const needed = req.state === 'queued' ? policy.shape(link.relay, filtersOf(req)).length : 0;
      // what is too much for the relay even alone pushes nothing out
      if (needed < room) missing += needed;
    }
    for (const req of live) {
      if (missing <= 0 || !hasEose(req)) continue;
      missing -= req.ids.size;
      req.resumeSince = resumePoint(req, now());
      leave(link, req);
      req.state = 'queued';
      // behind those that wait already
      link.reqs.delete(req.id);
      link.reqs.set(req.id, req);
    }
    fill(link);
  };

/** What REQs do on the links, under the policy of the moment. */
export const createReqs = (policy: WirePolicy, tell: (fact: WireFact) => void, now: () => number) => {
  const sending = createSending(policy, now);
  const { send, end } = sending;

  const refuse = (link: Link, req: Req, reason: string) => {
    if (!req.live) link.reqs.delete(req.id);
    const fact = { relay: link.relay, reason: reason.slice(0, REASON_CHARACTERS) };
    link.refusal = fact.reason;
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
      Object.assign(req, { state: 'held', tries: req.tries + 1, cure } satisfies Partial<Req>);
      req.report({ type: 'relay.asked', relay: link.relay, reason: policy.waitedFor(reason) });
      void cure.then((problem) => {
        if (req.cure !== cure) return;
        req.cure = undefined;
        if (problem === undefined) return send(link, req);
        req.state = 'over';
        refuse(link, req, problem);
      });
    },
    /** `heardAt`: ms, when the lost socket was last heard. */
    park(link: Link, req: Req, heardAt: number) {
      if (hasEose(req)) req.resumeSince = resumePoint(req, heardAt);
      clear(req, 'parked');
      req.tries = 0;
      req.report({ type: 'relay.down', relay: link.relay });
    },
  };
};
