import { createListeners } from '#domain/listeners.ts';
import type { Filter, NostrEvent } from '#domain/protocol/event.ts';
import { filterMatcher } from '#domain/protocol/match-filter.ts';
import {
  OWN_LONG_FRAMES_MAX,
  REPEATS_KNOWN,
  UNKNOWN_SUBSCRIPTIONS,
  STORED_EVENTS_MAX,
  RELAY_OVERLOADS_MAX,
} from '#domain/relays/relays-limits.ts';
import type { AskFact, SubscriptionOutcome } from '#machines/relays/subscription.machine.ts';
import type { IngestOptions } from './ingest.ts';
import { recentIds } from './recent-ids.ts';
import { createReqs } from './reqs.ts';
import {
  createLines,
  FLOOD,
  hasEose,
  reqId,
  UNREAD,
  type Link,
  type Req,
  type WireFact,
  type WirePolicy,
} from './wire-link.ts';

/** What a subscription means to the one who asks. */
export type Question = {
  readonly filters: readonly Filter[];
  /** stay open after the stored events */
  readonly live: boolean;
  /** for what the user wrote: longer events are taken, and who sends one that cannot be read has not answered */
  readonly own?: boolean;
  /** its place on a relay is given to no other */
  readonly keepsPlace?: boolean;
  readonly onEvent: (event: NostrEvent, relay: string) => void;
  readonly onSettled: (outcomes: readonly SubscriptionOutcome[]) => void;
  /** the subscription is over, settled or not */
  readonly onEnded: () => void;
};

type Asked = { readonly question: Question; readonly matches: (event: NostrEvent) => boolean };

/** What one wire knows. */
type Board = {
  readonly linkTo: (relay: string) => Link;
  readonly links: ReadonlyMap<string, Link>;
  readonly asked: Map<string, Asked>;
  readonly policy: WirePolicy;
  readonly reqs: ReturnType<typeof createReqs>;
  /** Calls back with every fact from now on, until the returned function is called. */
  readonly observe: (listener: (fact: WireFact) => void) => () => void;
  readonly tell: (fact: WireFact) => void;
  /** ms since the epoch */
  readonly now: () => number;
};

const nothing = () => undefined;

const createBoard = (now: () => number): Board => {
  const links = new Map<string, Link>();
  const linkTo = (relay: string): Link => {
    const known = links.get(relay);
    if (known) return known;
    const link: Link = { relay, line: { state: 'unknown' }, reqs: new Map(), answers: 0 };
    links.set(relay, link);
    return link;
  };
  const policy: WirePolicy = {
    room: () => UNKNOWN_SUBSCRIPTIONS - 1,
    shape: (_, filters) => [filters],
    maxMessage: nothing,
    isFlapping: () => false,
    patience: nothing,
    remedy: nothing,
    waitedFor: (reason) => reason,
  };
  const { tell, subscribe } = createListeners<[fact: WireFact]>();
  return {
    links,
    linkTo,
    asked: new Map(),
    policy,
    reqs: createReqs(policy, tell, now),
    observe: subscribe,
    tell,
    now,
  };
};

/** Ends the socket of a relay that sends more than it may that leads to nothing. */
const vainSide =
  ({ links, tell }: Board, forget: (relay: string) => void): IngestOptions['onVain'] =>
  (relay, frame) => {
    const line = links.get(relay)?.line;
    if (line?.state !== 'open' || !line.vain(frame)) return;
    tell({ type: 'overloaded', relay });
    forget(relay);
    line.abandon();
  };

/** The REQ that a subscription is of, while it is open. */
const openedIn =
  ({ links }: Board) =>
  (subId: string, relay: string) => {
    const link = links.get(relay);
    const req = link?.reqs.get(reqId(subId));
    return link && req?.state.is === 'open' ? { link, req, state: req.state } : undefined;
  };

/** What is longer than strangers may write, or cannot be read. */
const unreadSide = (board: Board): Pick<IngestOptions, 'takesLong' | 'onUnread'> => {
  const opened = openedIn(board);
  return {
    takesLong(subId, relay) {
      const found = opened(subId, relay);
      return found?.req.own === true && (found.state.longFrames += 1) <= OWN_LONG_FRAMES_MAX;
    },
    onUnread(subId, relay) {
      const found = opened(subId, relay);
      if (found) found.state.isUnread = true;
    },
  };
};

/** What became of the frames: the callbacks of `createIngest`. */
const frameSide = (board: Board, forget: (relay: string) => void): Omit<IngestOptions, 'registry' | 'verifier'> => {
  const { links, asked, reqs, tell, now } = board;
  const opened = openedIn(board);
  const flooded = (link: Link, req: Req) => {
    reqs.end(link, req);
    reqs.refuse(link, req, FLOOD);
  };
  const onVain = vainSide(board, forget);
  return {
    onVain,
    accepts: (subId, relay) => opened(subId, relay) !== undefined,
    ...unreadSide(board),
    onEvent(subId, event, relay) {
      const known = asked.get(reqId(subId));
      if (!known?.matches(event)) return onVain(relay, { characters: 0, isEvent: true });
      const found = opened(subId, relay);
      if (found) {
        const { link, req, state } = found;
        if (!req.isNew(event.id)) return onVain(relay, { characters: 0, isEvent: true });
        if (event.created_at > req.newest) req.newest = event.created_at;
        if ((state.events += 1) > STORED_EVENTS_MAX && state.awaited.size) return flooded(link, req);
      }
      known.question.onEvent(event, relay);
    },
    onEose(subId, relay) {
      const found = opened(subId, relay);
      if (!found?.state.awaited.delete(subId)) return;
      const { link, req, state } = found;
      if (reqs.proceed(link, req, subId) || state.awaited.size) return;
      if (!req.live) {
        link.reqs.delete(req.id);
        reqs.end(link, req);
      }
      link.answers += 1;
      const isTold = !req.own || !state.isUnread;
      req.report(isTold ? { type: 'relay.answered', relay } : { type: 'relay.refused', relay, reason: UNREAD });
      tell({ type: 'answered', relay, ms: now() - state.askedAt });
    },
    onClosed(subId, reason, relay) {
      const found = opened(subId, relay);
      if (found) reqs.closed(found.link, found.req, subId, reason);
    },
    onOverload(relay) {
      tell({ type: 'overloaded', relay });
      const link = links.get(relay);
      if (link?.line.state !== 'open' || (link.line.overloads += 1) < RELAY_OVERLOADS_MAX) return;
      for (const req of link.reqs.values())
        if (hasEose(req.state)) flooded(link, req);
        else if (req.state.is === 'open') req.state.isUnread = true;
      forget(relay);
    },
    onMessage(message, relay) {
      const line = links.get(relay)?.line;
      if (message.verb === 'AUTH' && line?.state === 'open') line.challenge = message.challenge;
      tell({ type: 'said', relay, message });
    },
  };
};

const newReq = (
  id: string,
  { filters, live, own = false, keepsPlace = false }: Question,
  report: (fact: AskFact) => void,
): Req => ({
  id,
  filters,
  live,
  own,
  keepsPlace,
  report,
  state: { is: 'parked' },
  tries: 0,
  isLate: false,
  isNew: recentIds(REPEATS_KNOWN),
  newest: 0,
});

const askSide = ({ linkTo, links, asked, reqs, tell, now }: Board) => {
  const drop = (id: string, relay: string) => {
    const link = linkTo(relay);
    const req = link.reqs.get(id);
    if (!req) return;
    link.reqs.delete(id);
    reqs.end(link, req);
  };
  /** Nobody waits for the REQ any more, and something else may have its place; one that never went out ends. */
  const release = (id: string, relay: string, fact: 'timeout' | 'late') => {
    const link = linkTo(relay);
    const req = link.reqs.get(id);
    if (!req || req.isLate) return;
    const { state } = req;
    if (state.is === 'open' && state.awaited.size) tell({ type: fact, relay, ms: now() - state.askedAt });
    if (req.live) return;
    if (state.is !== 'open' && state.is !== 'held') return drop(id, relay);
    req.isLate = true;
    reqs.fill(link);
  };
  return {
    /** Says what a subscription asks and who hears of it, until the returned function is called. */
    expect(id: string, question: Question): () => void {
      asked.set(id, { question, matches: filterMatcher(question.filters) });
      return () => void asked.delete(id);
    },
    open(id: string, relays: readonly string[], report: (fact: AskFact) => void): void {
      const question = asked.get(id)?.question;
      if (!question) return;
      for (const relay of relays) {
        const link = linkTo(relay);
        const req = newReq(id, question, report);
        link.reqs.set(id, req);
        if (link.line.state === 'open') reqs.send(link, req);
        if (link.line.state === 'down') report({ type: 'relay.down', relay });
      }
    },
    drop,
    /** The relay's time for its stored events is over. */
    overdue: (id: string, relay: string): void => release(id, relay, 'timeout'),
    settle(id: string, outcomes: readonly SubscriptionOutcome[]): void {
      for (const { relay } of links.values()) release(id, relay, 'late');
      asked.get(id)?.question.onSettled(outcomes);
    },
    close(id: string): void {
      for (const { relay } of links.values()) drop(id, relay);
      asked.get(id)?.question.onEnded();
    },
  };
};

/** For those who look after the relays; `open-links.ts` has what they do with it. */
const careSide = ({ links, policy, reqs, observe, tell }: Board) => ({
  links,
  reqs,
  /** may be changed: it counts from then on */
  policy,
  tell,
  /** Calls back with every fact from now on, until the returned function is called. */
  observe,
});

export type Wire = { readonly ingested: ReturnType<typeof frameSide> } & ReturnType<typeof createLines> &
  ReturnType<typeof askSide> &
  ReturnType<typeof careSide>;

type Options = { readonly forget: (relay: string) => void; readonly now?: () => number };

/**
 * Joins sockets and subscriptions: keeps which REQ is open where, within the room of each relay, sends them again after
 * a reconnect and brings verified events to those who asked. `forget` drops the frames of a relay that still wait for
 * verification.
 */
export const createWire = ({ forget, now = () => Date.now() }: Options): Wire => {
  const board = createBoard(now);
  return {
    ingested: frameSide(board, forget),
    ...createLines({ ...board, send: board.reqs.send }),
    ...askSide(board),
    ...careSide(board),
  };
};
