import type { NostrEvent } from '#domain/protocol/event.ts';
import {
  peekEvent,
  readControl,
  type ControlMessage,
  type EventPeek,
  type LooseMessage,
} from '#domain/protocol/relay-frame.ts';
import {
  FRAME_MAX_BYTES,
  CONTROL_MAX_CHARACTERS,
  PENDING_MAX_FRAMES,
  PENDING_MAX_CHARACTERS,
  PENDING_ALL_CHARACTERS,
  PENDING_EVEN_CHARACTERS,
  FRAME_HEAD_CHARACTERS,
  OWN_FRAME_MAX_CHARACTERS,
} from '#domain/relays/relays-limits.ts';
import type { EventRegistry } from '#store/events/event-registry.ts';
import { createBatches } from './frame-batches.ts';
import { append, newCounts, newEntry, newLane, settle, type Lane } from './frame-lane.ts';
import { createOutlet } from './frame-outlet.ts';
import { createSettling } from './frame-settling.ts';
import type { VainFrame } from './vain-frames.ts';
import type { FrameVerifier } from './verifier.ts';

/** What one relay's frames came to, counted since the start. */
type IngestStats = {
  /** every text frame that arrived */
  readonly frames: number;
  /** EVENT frames answered from the registry or from another relay's copy, without a check of their own */
  readonly duplicates: number;
  /** EVENT frames whose own check succeeded */
  readonly verified: number;
  /** EVENT frames that were forged, malformed or dated too far in the future */
  readonly invalid: number;
  /** EVENT frames dropped unread: oversized, over the waiting limit, or of a subscription nobody has */
  readonly dropped: number;
  /** frames that are no JSON, no known verb or have wrong types */
  readonly ignored: number;
};

export type IngestOptions = {
  readonly registry: EventRegistry;
  readonly verifier: FrameVerifier;
  /** Is this subscription of ours open on the relay? EVENT frames of others are dropped unchecked. */
  readonly accepts: (subId: string, relay: string) => boolean;
  /** May this subscription get an event longer than those of strangers? It is about to. */
  readonly takesLong: (subId: string, relay: string) => boolean;
  /** an event of this subscription is not delivered: it was too long, malformed, unproven, or there was no room */
  readonly onUnread: (subId: string, relay: string) => void;
  /** a verified, registered event; also for events already known, once per frame */
  readonly onEvent: (subId: string, event: NostrEvent, relay: string) => void;
  /** after the last onEvent of the frames that came before it */
  readonly onEose: (subId: string, relay: string) => void;
  /** after the last onEvent of the frames that came before it */
  readonly onClosed: (subId: string, reason: string, relay: string) => void;
  /** at once, whatever waits before it */
  readonly onMessage: (message: LooseMessage, relay: string) => void;
  /** The relay sends faster than frames can be checked; its EVENT frames are dropped until half are done. */
  readonly onOverload: (relay: string) => void;
  /** a frame that led to nothing, and every message that is no EVENT: few of those are of use */
  readonly onVain: (relay: string, frame: VainFrame) => void;
};

/** Turns the text frames of all sockets into verified events and control messages, in each relay's own order. */
export type Ingest = {
  frame(relay: string, text: string): void;
  /** Throws away what still waits of a relay whose socket is gone for good or abandoned; its counts stay. */
  forget(relay: string): void;
  stats(): ReadonlyMap<string, IngestStats>;
};

type Handlers = Omit<IngestOptions, 'registry' | 'verifier'>;

const waitingIn = (lanes: ReadonlyMap<string, Lane>) => {
  let sum = 0;
  for (const { characters } of lanes.values()) sum += characters;
  return sum;
};

/** The bound of one relay, and the bound of all: that one is held against relays beyond their even part of it. */
const isOver = ({ frames, characters }: Lane, lanes: ReadonlyMap<string, Lane>, share: number) =>
  frames >= PENDING_MAX_FRAMES * share ||
  characters >= PENDING_MAX_CHARACTERS * share ||
  (characters >= PENDING_EVEN_CHARACTERS * share && waitingIn(lanes) >= PENDING_ALL_CHARACTERS);

const hasRoom = (lane: Lane, lanes: ReadonlyMap<string, Lane>, onOverload: Handlers['onOverload']) => {
  if (lane.overloaded) lane.overloaded = isOver(lane, lanes, 0.5);
  else if (isOver(lane, lanes, 1)) {
    lane.overloaded = true;
    onOverload(lane.relay);
  }
  return !lane.overloaded;
};

/** Hands on what is no EVENT: the end of a subscription behind its events, the rest at once. */
const createControl = ({ accepts, onEose, onClosed, onMessage }: Handlers, onEnd: () => void) => {
  const inOrder = (lane: Lane, subId: string, deliver: () => void) => {
    if (!accepts(subId, lane.relay) || lane.frames >= 2 * PENDING_MAX_FRAMES) {
      lane.counts.dropped += 1;
      return;
    }
    const entry = newEntry(lane, subId);
    settle(entry, deliver);
    append(entry);
    onEnd();
  };

  return (lane: Lane, message: ControlMessage) => {
    const { relay } = lane;
    if (message.verb === 'EOSE') inOrder(lane, message.subId, () => onEose(message.subId, relay));
    else if (message.verb === 'CLOSED')
      inOrder(lane, message.subId, () => onClosed(message.subId, message.reason, relay));
    else onMessage(message, relay);
  };
};

/**
 * The way of frames from the sockets to the requests. Frames of one relay stay in order; an event is checked once
 * however many relays send it; a relay that floods delays only itself.
 */
export const createIngest = ({ registry, verifier, ...handlers }: IngestOptions): Ingest => {
  const lanes = new Map<string, Lane>();
  const pump = createOutlet(lanes);
  const settling = createSettling(registry, handlers);
  const dispatch = createBatches(lanes, verifier, settling, pump);
  const takeControl = createControl(handlers, () => {
    dispatch(true);
    pump();
  });

  const laneOf = (relay: string) => {
    const lane = lanes.get(relay) ?? newLane(relay, newCounts());
    lanes.set(relay, lane);
    return lane;
  };

  const takeEvent = (lane: Lane, text: string, { subId, id }: EventPeek) => {
    const { accepts, takesLong, onOverload } = handlers;
    const isLong = text.length > FRAME_MAX_BYTES;
    // what is long and says no id can be no list of anybody's
    const isEvent = !isLong || id !== undefined;
    const fits = !isLong || (isEvent && text.length <= OWN_FRAME_MAX_CHARACTERS && takesLong(subId, lane.relay));
    if (!accepts(subId, lane.relay) || !fits || !hasRoom(lane, lanes, onOverload)) {
      lane.counts.dropped += 1;
      handlers.onUnread(subId, lane.relay);
      handlers.onVain(lane.relay, { characters: text.length, isEvent });
      return;
    }
    const known = id === undefined ? undefined : registry.get(id);
    const entry = newEntry(lane, subId, known ? '' : text, id);
    if (known) settling.duplicate(entry, known);
    append(entry);
    if (known) pump();
    else dispatch();
  };

  return {
    frame(relay, text) {
      const lane = laneOf(relay);
      lane.counts.frames += 1;
      const peek = peekEvent(text.length > OWN_FRAME_MAX_CHARACTERS ? text.slice(0, FRAME_HEAD_CHARACTERS) : text);
      if (peek) return takeEvent(lane, text, peek);
      const message = text.length <= CONTROL_MAX_CHARACTERS ? readControl(text) : undefined;
      handlers.onVain(relay, { characters: text.length, isEvent: false, isNonsense: !message });
      if (message) return takeControl(lane, message);
      lane.counts.ignored += 1;
    },
    forget(relay) {
      const lane = lanes.get(relay);
      if (lane) lanes.set(relay, newLane(relay, lane.counts));
    },
    stats: () => new Map([...lanes.values()].map(({ relay, counts }) => [relay, { ...counts }])),
  };
};
