import type { Fault } from '#devnet/faults/fault.ts';
import {
  FLAPPING_PAUSE_MS,
  POOL_CONNECT_TIMEOUT_MS,
  POOL_HEALTH_CHECK_MS,
  POOL_MAX_ATTEMPTS,
  POOL_RECONNECT_DELAY_MS,
  SOCKET_MAX_ATTEMPTS,
  SOCKET_PING_MS,
  SOCKET_PONG_TIMEOUT_MS,
  SOCKET_RECONNECT_DELAY_MS,
} from '#domain/relays/connection-limits.ts';
import { OVERLOAD_REST_MS } from '#domain/relays/relay-bounds.ts';

/** What the app says of a harmed relay, and by when: at the latest so many ms after the fault. */
type Told = { readonly word: RegExp; readonly connected: 2 | 3; readonly withinMs: number };

/** What the app does about a fault, by its own words and clock. */
export type FaultCase = {
  readonly name: string;
  readonly fault: Fault;
  /** how the relay is said to stand when the fault was there from the start */
  readonly start: Told;
  /** the same when the fault comes while the app runs */
  readonly running?: Told;
  /** ms until all is as before once the fault is gone; the first after `start`, the second after `running` */
  readonly recoverMs: readonly [start: number, running: number];
  /** what it sends is counted within a time: the clock must not be hurried until the app has said what it does */
  readonly unhurried?: true;
};

/** of a relay whose answers were timed the list says how long they take */
const CONNECTED = /^(connected|[\d,]+ ms)$/;
const GAVE_UP = /^no answer$/;
const RECOVERS = /^reconnecting$/;
const ON_BREAK = /^on a break$/;

/** every state may be shown so much later (RELAY-26) */
export const SEEN_MS = 5_000;
const PAUSES_MS = POOL_RECONNECT_DELAY_MS * (POOL_MAX_ATTEMPTS - 1);
/** 3 s times the try, for five tries */
export const TRIES_MS = SOCKET_RECONNECT_DELAY_MS * ((SOCKET_MAX_ATTEMPTS * (SOCKET_MAX_ATTEMPTS + 1)) / 2);

/** 3 attempts that fail at once, 5 s apart (RELAY-43, RELAY-44) */
const unreachable: Told = { word: GAVE_UP, connected: 2, withinMs: PAUSES_MS + SEEN_MS };
/** 3 attempts of 5 s each, 5 s apart (RELAY-42) */
const unanswered: Told = {
  word: GAVE_UP,
  connected: 2,
  withinMs: POOL_CONNECT_TIMEOUT_MS * POOL_MAX_ATTEMPTS + PAUSES_MS + SEEN_MS,
};
/** opens and breaks again, five times (RELAY-54, RELAY-55) */
const breaking: Told = { word: GAVE_UP, connected: 2, withinMs: TRIES_MS + 2 * SEEN_MS };
const lost: Told = { word: RECOVERS, connected: 2, withinMs: SEEN_MS };
/** a relay that kept breaking rests for a while before it is tried again (RELAY-62) */
const resting: Told = { word: /^(reconnecting|waiting)$/, connected: 2, withinMs: SEEN_MS };
/** a ping every 30 s, 5 s for its answer (RELAY-56) */
const silent: Told = { word: RECOVERS, connected: 2, withinMs: SOCKET_PING_MS + SOCKET_PONG_TIMEOUT_MS + SEEN_MS };
const unharmed: Told = { word: CONNECTED, connected: 3, withinMs: SEEN_MS };

/** sends more than it may that leads to nothing, from its first answers on */
const spamming: Told = { word: ON_BREAK, connected: 2, withinMs: SOCKET_PING_MS + SOCKET_PONG_TIMEOUT_MS + SEEN_MS };

/** what was given up is tried again every 30 s (RELAY-24) */
const CHECK_MS = POOL_HEALTH_CHECK_MS + SEEN_MS;
/** the second try is due 3 + 6 s after the loss */
const TRY_MS = SOCKET_RECONNECT_DELAY_MS * (1 + 2) + SEEN_MS;
const SOON_MS = SOCKET_RECONNECT_DELAY_MS + SEEN_MS;
const REST_MS = FLAPPING_PAUSE_MS + SEEN_MS;
/** a second break takes twice as long when there was no pong in between */
const BREAK_MS = 2 * OVERLOAD_REST_MS + POOL_RECONNECT_DELAY_MS + SEEN_MS;
export const FIRST_BREAK_MS = OVERLOAD_REST_MS + POOL_RECONNECT_DELAY_MS + SEEN_MS;

const checked = [CHECK_MS, TRY_MS] as const;
const rested = [REST_MS, REST_MS] as const;

/** Those of which only a browser shows what becomes of them; the others are in tests/app/faults.test.ts. */
export const FAULT_CASES: readonly FaultCase[] = [
  { name: 'drop', fault: { kind: 'drop' }, start: unreachable, running: lost, recoverMs: checked },
  { name: 'refuse', fault: { kind: 'refuse' }, start: unreachable, running: lost, recoverMs: checked },
  { name: 'HTTP 503', fault: { kind: 'status', status: 503 }, start: unreachable, running: lost, recoverMs: checked },
  { name: 'HTTP 401', fault: { kind: 'status', status: 401 }, start: unreachable, running: lost, recoverMs: checked },
  { name: 'no upgrade', fault: { kind: 'stall' }, start: unanswered, running: silent, recoverMs: [CHECK_MS, TRY_MS] },
  { name: 'cut in a frame', fault: { kind: 'cut' }, start: breaking, running: resting, recoverMs: rested },
  { name: 'broken frame', fault: { kind: 'malformed' }, start: breaking, running: resting, recoverMs: rested },
  {
    name: 'half-close, client',
    fault: { kind: 'half-close', toward: 'client' },
    start: breaking,
    running: resting,
    recoverMs: rested,
  },
  {
    name: 'half-close, relay',
    fault: { kind: 'half-close', toward: 'relay' },
    start: breaking,
    running: resting,
    recoverMs: rested,
  },
  { name: 'close 1012', fault: { kind: 'close', code: 1012 }, start: breaking, running: resting, recoverMs: rested },
  { name: 'silence', fault: { kind: 'silence' }, start: silent, running: silent, recoverMs: [SOON_MS, SOON_MS] },
  {
    name: 'delay 900 ms',
    fault: { kind: 'delay', ms: 900 },
    start: unharmed,
    running: unharmed,
    recoverMs: [SOON_MS, SOON_MS],
  },
  {
    name: 'delay 6 s',
    fault: { kind: 'delay', ms: 6_000 },
    start: unharmed,
    running: unharmed,
    recoverMs: [SOON_MS, SOON_MS],
  },
  {
    name: 'throttled to 3 kB/s',
    fault: { kind: 'throttle', bytesPerSecond: 3_000 },
    start: unharmed,
    running: unharmed,
    recoverMs: [SOON_MS, SOON_MS],
  },
  {
    name: 'garbage beside',
    fault: { kind: 'garbage', instead: false },
    start: spamming,
    running: spamming,
    recoverMs: [BREAK_MS, BREAK_MS],
  },
  {
    name: 'garbage instead',
    fault: { kind: 'garbage', instead: true },
    start: spamming,
    running: spamming,
    recoverMs: [BREAK_MS, BREAK_MS],
  },
  {
    name: 'flood of 3,000/s',
    fault: { kind: 'flood', perSecond: 3_000 },
    start: spamming,
    running: spamming,
    recoverMs: [BREAK_MS, BREAK_MS],
    unhurried: true,
  },
];
