import type { Filter, NostrEvent } from '#domain/event.ts';
import {
  MAX_SUBSCRIPTIONS_PER_RELAY,
  RELAY_OVERLOADS_MAX,
  RESUME_LIMIT,
  SUBSCRIPTION_OVERLAP_S,
} from '#domain/limits.ts';
import { filterMatcher } from '#domain/match-filter.ts';
import type { AskFact, SubscriptionOutcome } from '#machines/relays/subscription.machine.ts';
import type { IngestOptions } from './ingest.ts';

/** What a subscription means to the one who asks. */
export type Question = {
  readonly filters: readonly Filter[];
  /** stay open after the stored events */
  readonly live: boolean;
  readonly onEvent: (event: NostrEvent, relay: string) => void;
  readonly onSettled: (outcomes: readonly SubscriptionOutcome[]) => void;
  /** the subscription is over, settled or not */
  readonly onEnded: () => void;
};

/** One subscription at one relay. A parked one waits for a socket, a queued one for a free place on it. */
type Req = {
  readonly id: string;
  readonly filters: readonly Filter[];
  readonly live: boolean;
  readonly report: (fact: AskFact) => void;
  state: 'parked' | 'queued' | 'open' | 'refused';
  /** EOSE came since the REQ went out */
  stored: boolean;
  /** a ping went out after the REQ and before EOSE */
  pinged: boolean;
  /** seconds; the newest event that came */
  newest: number;
  /** seconds; set when the socket was lost after EOSE */
  resumeSince: number | undefined;
};

type Link = {
  readonly relay: string;
  phase: 'unknown' | 'connecting' | 'open' | 'down';
  send: (text: string) => void;
  readonly reqs: Map<string, Req>;
  queue: Req[];
  openReqs: number;
  overloads: number;
};

const REASON_CHARACTERS = 200;

const filtersOf = ({ filters, resumeSince }: Req): readonly Filter[] =>
  resumeSince === undefined
    ? filters
    : filters.map((filter) => ({ ...filter, since: Math.max(filter.since ?? 0, resumeSince), limit: RESUME_LIMIT }));

const sendReq = (link: Link, req: Req) => {
  req.pinged = false;
  link.send(JSON.stringify(['REQ', req.id, ...filtersOf(req)]));
};

const transmit = (link: Link, req: Req) => {
  if (link.openReqs >= MAX_SUBSCRIPTIONS_PER_RELAY) {
    req.state = 'queued';
    link.queue.push(req);
    return;
  }
  req.state = 'open';
  req.stored = false;
  link.openReqs += 1;
  sendReq(link, req);
  req.report({ type: 'relay.asked', relay: link.relay });
};

/** Gives the place of an open REQ to the next one. */
const release = (link: Link) => {
  link.openReqs -= 1;
  const next = link.queue.shift();
  if (next) transmit(link, next);
};

const withdraw = (link: Link, req: Req) => {
  if (req.state === 'queued') link.queue = link.queue.filter((queued) => queued !== req);
  if (req.state !== 'open') return;
  link.send(JSON.stringify(['CLOSE', req.id]));
  release(link);
};

const refuse = (link: Link, req: Req, reason: string) => {
  req.state = 'refused';
  if (!req.live) link.reqs.delete(req.id);
  req.report({ type: 'relay.refused', relay: link.relay, reason: reason.slice(0, REASON_CHARACTERS) });
};

/** `heardAt`: ms, when the lost socket was last heard. */
const park = (link: Link, req: Req, heardAt: number) => {
  if (req.state === 'open' && req.stored) {
    const heard = Math.floor(heardAt / 1000);
    // the newest event guards against a clock ahead of the relay's, the clock against events dated ahead of it
    req.resumeSince = Math.max(0, Math.min(req.newest || heard, heard) - SUBSCRIPTION_OVERLAP_S);
  }
  req.state = 'parked';
  req.report({ type: 'relay.down', relay: link.relay });
};

type Asked = { readonly question: Question; readonly matches: (event: NostrEvent) => boolean };

/** What one wire knows. */
type Board = {
  readonly linkTo: (relay: string) => Link;
  readonly links: ReadonlyMap<string, Link>;
  readonly asked: Map<string, Asked>;
};

const createBoard = (): Board => {
  const links = new Map<string, Link>();
  const linkTo = (relay: string): Link => {
    const known = links.get(relay);
    if (known) return known;
    const [send, reqs] = [() => {}, new Map<string, Req>()];
    const link: Link = { relay, phase: 'unknown', send, reqs, queue: [], openReqs: 0, overloads: 0 };
    links.set(relay, link);
    return link;
  };
  return { links, linkTo, asked: new Map() };
};

/** What became of the frames: the callbacks of `createIngest`. */
const frameSide = (
  { links, asked }: Board,
  forget: (relay: string) => void,
): Omit<IngestOptions, 'registry' | 'verifier'> => {
  const opened = (id: string, relay: string) => {
    const link = links.get(relay);
    const req = link?.reqs.get(id);
    return link && req?.state === 'open' ? { link, req } : undefined;
  };
  return {
    accepts: (id, relay) => links.get(relay)?.reqs.get(id)?.state === 'open',
    onEvent(id, event, relay) {
      const known = asked.get(id);
      if (!known?.matches(event)) return;
      const req = links.get(relay)?.reqs.get(id);
      if (req && event.created_at > req.newest) req.newest = event.created_at;
      known.question.onEvent(event, relay);
    },
    onEose(id, relay) {
      const found = opened(id, relay);
      if (!found || found.req.stored) return;
      found.req.stored = true;
      if (!found.req.live) {
        found.link.reqs.delete(id);
        withdraw(found.link, found.req);
      }
      found.req.report({ type: 'relay.answered', relay });
    },
    onClosed(id, reason, relay) {
      const found = opened(id, relay);
      if (!found) return;
      refuse(found.link, found.req, reason);
      release(found.link);
    },
    onOverload(relay) {
      const link = links.get(relay);
      if (!link || (link.overloads += 1) < RELAY_OVERLOADS_MAX) return;
      for (const req of link.reqs.values()) {
        if (req.state !== 'open' || !req.stored) continue;
        withdraw(link, req);
        refuse(link, req, 'too many events');
      }
      forget(relay);
    },
    onNotice: () => {},
    onOk: () => {},
    onAuth: () => {},
  };
};

const socketSide = ({ linkTo }: Board) => ({
  /** A socket to the relay is being made. */
  connecting(relay: string): void {
    const link = linkTo(relay);
    link.phase = 'connecting';
    for (const req of link.reqs.values()) req.report({ type: 'relay.pending', relay });
  },
  opened(relay: string, send: (text: string) => void): void {
    const link = linkTo(relay);
    Object.assign(link, { phase: 'open', send, queue: [], openReqs: 0, overloads: 0 } satisfies Partial<Link>);
    for (const req of link.reqs.values()) transmit(link, req);
  },
  pinged(relay: string): void {
    for (const req of linkTo(relay).reqs.values()) req.pinged = req.state === 'open' && !req.stored;
  },
  /** The relay answered a ping, but not the live REQs from before it: it has lost them. */
  ponged(relay: string): void {
    const link = linkTo(relay);
    for (const req of link.reqs.values())
      if (req.state === 'open' && req.live && req.pinged && !req.stored) sendReq(link, req);
  },
  /** The socket is gone; it was last heard at `heardAt` (ms). */
  closed(relay: string, heardAt: number): void {
    const link = linkTo(relay);
    Object.assign(link, { phase: 'down', send: () => {}, queue: [], openReqs: 0 } satisfies Partial<Link>);
    for (const req of link.reqs.values()) park(link, req, heardAt);
  },
});

const askSide = ({ linkTo, links, asked }: Board) => ({
  /** Says what a subscription asks and who hears of it, until the returned function is called. */
  expect(id: string, question: Question): () => void {
    asked.set(id, { question, matches: filterMatcher(question.filters) });
    return () => void asked.delete(id);
  },
  open(id: string, relays: readonly string[], report: (fact: AskFact) => void): void {
    const question = asked.get(id)?.question;
    if (!question) return;
    const { filters, live } = question;
    for (const relay of relays) {
      const link = linkTo(relay);
      const marks = { stored: false, pinged: false, newest: 0, resumeSince: undefined };
      const req: Req = { id, filters, live, report, state: 'parked', ...marks };
      link.reqs.set(id, req);
      if (link.phase === 'open') transmit(link, req);
      if (link.phase === 'down') report({ type: 'relay.down', relay });
    }
  },
  drop(id: string, relay: string): void {
    const link = linkTo(relay);
    const req = link.reqs.get(id);
    if (!req) return;
    link.reqs.delete(id);
    withdraw(link, req);
  },
  /** The time of one relay is over. */
  overdue(id: string, relay: string): void {
    if (!linkTo(relay).reqs.get(id)?.live) this.drop(id, relay);
  },
  settle(id: string, outcomes: readonly SubscriptionOutcome[]): void {
    asked.get(id)?.question.onSettled(outcomes);
  },
  close(id: string): void {
    for (const link of links.values()) {
      const req = link.reqs.get(id);
      if (!req) continue;
      link.reqs.delete(id);
      withdraw(link, req);
    }
    asked.get(id)?.question.onEnded();
  },
});

export type Wire = { readonly ingested: ReturnType<typeof frameSide> } & ReturnType<typeof socketSide> &
  ReturnType<typeof askSide>;

/**
 * Joins sockets and subscriptions: keeps which REQ is open where, at most MAX_SUBSCRIPTIONS_PER_RELAY of them on one
 * relay, sends them again after a reconnect and brings verified events to those who asked. `forget` drops the frames
 * of a relay that still wait for verification.
 */
export const createWire = ({ forget }: { forget: (relay: string) => void }): Wire => {
  const board = createBoard();
  return { ingested: frameSide(board, forget), ...socketSide(board), ...askSide(board) };
};
