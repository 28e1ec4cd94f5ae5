import type { DeliveryProblem } from '#domain/relays/relays-problem.ts';
import type { Filter } from '#domain/protocol/event.ts';
import type { PublishOutcome } from '#domain/publish/publish-problem.ts';
import type { LooseMessage } from '#domain/protocol/relay-frame.ts';
import { SUBSCRIPTION_OVERLAP_S } from '#domain/relays/relays-limits.ts';
import { toSeconds } from '#domain/units.ts';
import type { AskFact } from '#machines/relays/subscription.machine.ts';
import { createVainCount } from './vain-frames.ts';

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
  /** its connections break soon after they open */
  isFlapping(relay: string): boolean;
  /** ms the relay has for its EOSE; undefined for EOSE_TIMEOUT_MS */
  patience(relay: string): number | undefined;
  /**
   * What is done about a refusal: undefined for nothing. Else the REQ goes out again when the promise gives undefined,
   * and is refused with the reason it gives. `tries`: what was done about it since the socket opened.
   */
  remedy(
    relay: string,
    reason: string,
    req: Pick<Req, 'live' | 'tries'>,
  ): Promise<DeliveryProblem | undefined> | undefined;
  /** what is waited for meanwhile */
  waitedFor(reason: string): string;
};

/** What an open REQ has come to; all of it ends when the REQ does, or is sent again. */
export type OpenReq = {
  readonly is: 'open';
  /** the subscriptions it is on the relay, and those whose EOSE is still to come */
  readonly ids: Set<string>;
  readonly awaited: Set<string>;
  /** subscriptions it was so far, and what is left to ask when a place is free */
  parts: number;
  readonly rest: (readonly Filter[])[];
  /** ms since the epoch */
  askedAt: number;
  events: number;
  longFrames: number;
  /** an event came that could not be read: the relay has more than it told */
  isUnread: boolean;
  /** a ping went out before EOSE */
  isPinged: boolean;
};

/**
 * Where a REQ is. A parked one waits for a socket, a queued one for a free place, a held one for what is done about a
 * refusal; a change that comes late is known by the state it was made for.
 */
export type ReqState = OpenReq | { readonly is: 'parked' | 'queued' | 'held' | 'over' };

/** One subscription at one relay. */
export type Req = {
  readonly id: string;
  readonly filters: readonly Filter[];
  readonly live: boolean;
  readonly own: boolean;
  /** somebody waits for what comes: it does not take turns */
  readonly keepsPlace: boolean;
  readonly report: (fact: AskFact) => void;
  state: ReqState;
  /** what was done about refusals since the socket opened */
  tries: number;
  /** nobody waits for its EOSE any more: it only stays where nothing else needs its place */
  isLate: boolean;
  /** false for an event that came lately */
  isNew: (id: string) => boolean;
  /** seconds; the newest event that came */
  newest: number;
  /** seconds; set when the socket was lost after EOSE */
  resumeSince?: number;
};

/** What one socket of a relay has come to; all of it ends with the socket. */
export type OpenLine = {
  readonly state: 'open';
  /** when it opened, in ms since the epoch */
  readonly since: number;
  readonly send: (text: string) => void;
  /** ends the socket for what the relay sends over it */
  readonly abandon: () => void;
  /** counts what it sends in vain */
  readonly vain: ReturnType<typeof createVainCount>;
  overloads: number;
  /** what is to be signed to say who asks (NIP-42), and why the last REQ was refused; else '' */
  challenge: string;
  refusal: string;
};

/** One relay as the wire sees it. */
export type Link = {
  readonly relay: string;
  line: OpenLine | { readonly state: 'unknown' | 'connecting' | 'down' };
  readonly reqs: Map<string, Req>;
  /** how many REQs it answered so far, for those who watch it later */
  answers: number;
};

/** the reason of a REQ that ended because the relay floods */
export const FLOOD = 'too many events';
/** and of one for what the user wrote, when the relay has something else than it told */
export const UNREAD = 'sent what cannot be read';

/** A REQ too long for one message is several subscriptions, 'n1', 'n1.1', 'n1.2' and so on: the first names it. */
export const reqId = (subId: string): string => {
  const end = subId.indexOf('.');
  return end < 0 ? subId : subId.slice(0, end);
};

/** An open REQ whose stored events have all come. */
export const hasEose = (state: ReqState): boolean => state.is === 'open' && !state.awaited.size;

/** Seconds; where to go on after EOSE came and the socket, last heard at `heardAt` (ms), was lost. */
export const resumePoint = ({ newest }: Req, heardAt: number) => {
  const heard = toSeconds(heardAt);
  // the newest event guards against a clock ahead of the relay's, the clock against events dated ahead of it
  return Math.max(0, Math.min(newest || heard, heard) - SUBSCRIPTION_OVERLAP_S);
};

/** What is done with the line to a relay as its sockets come and go. */
type LineDeps = {
  readonly linkTo: (relay: string) => Link;
  readonly send: (link: Link, req: Req) => void;
  readonly tell: (fact: WireFact) => void;
  /** ms since the epoch */
  readonly now: () => number;
};

/** `heardAt`: ms, when the lost socket was last heard. */
const park = ({ relay }: Link, req: Req, heardAt: number) => {
  if (hasEose(req.state)) req.resumeSince = resumePoint(req, heardAt);
  req.state = { is: 'parked' };
  req.tries = 0;
  req.report({ type: 'relay.down', relay });
};

/** For sockets: the one place where the line to a relay begins, opens and ends, with all its REQs. */
export const createLines = ({ linkTo, send, tell, now }: LineDeps) => ({
  /** A socket to the relay is being made. */
  connecting(relay: string): void {
    const link = linkTo(relay);
    link.line = { state: 'connecting' };
    for (const req of link.reqs.values()) req.report({ type: 'relay.pending', relay });
  },
  opened(relay: string, socket: Pick<OpenLine, 'send' | 'abandon'>): void {
    const link = linkTo(relay);
    link.line = {
      state: 'open',
      since: now(),
      ...socket,
      vain: createVainCount(now),
      overloads: 0,
      challenge: '',
      refusal: '',
    };
    for (const req of link.reqs.values()) send(link, req);
    tell({ type: 'opened', relay });
  },
  pinged(relay: string): void {
    for (const { state } of linkTo(relay).reqs.values())
      if (state.is === 'open') state.isPinged = state.awaited.size > 0;
  },
  /** The relay answered a ping, but not the live REQs from before it: it has lost them. */
  ponged(relay: string): void {
    const link = linkTo(relay);
    for (const req of link.reqs.values())
      if (req.live && req.state.is === 'open' && req.state.isPinged && req.state.awaited.size) send(link, req);
  },
  /** The socket is gone; it was last heard at `heardAt` (ms). */
  closed(relay: string, heardAt: number): void {
    const link = linkTo(relay);
    link.line = { state: 'down' };
    for (const req of link.reqs.values()) park(link, req, heardAt);
    tell({ type: 'closed', relay });
  },
});
