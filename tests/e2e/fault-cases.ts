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
  OVERLOAD_REST_MS,
} from '#domain/relays/relays-limits.ts';

/** What the app says of a harmed relay, whether it counts as connected, and by when: at the latest so many ms after the fault. */
type Told = { readonly word: RegExp; readonly isConnected: boolean; readonly withinMs: number };

/** Faults about which the app does the same, by its own words and clock. */
export type FaultGroup = {
  readonly name: string;
  readonly faults: Readonly<Record<string, Fault>>;
  /** how the relays are said to stand when the faults were there from the start */
  readonly start: Told;
  /** the same when they come while the app runs */
  readonly running: Told;
  /** ms until all is as before once they are gone; the first after `start`, the second after `running` */
  readonly recoverMs: readonly [start: number, running: number];
  /** what they send is counted within a time: the clock must not be hurried until the app has said what it does */
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
const unreachable: Told = { word: GAVE_UP, isConnected: false, withinMs: PAUSES_MS + SEEN_MS };
/** 3 attempts of 5 s each, 5 s apart (RELAY-42) */
const unanswered: Told = {
  word: GAVE_UP,
  isConnected: false,
  withinMs: POOL_CONNECT_TIMEOUT_MS * POOL_MAX_ATTEMPTS + PAUSES_MS + SEEN_MS,
};
/** opens and breaks again, five times (RELAY-54, RELAY-55) */
const breaking: Told = { word: GAVE_UP, isConnected: false, withinMs: TRIES_MS + 2 * SEEN_MS };
const lost: Told = { word: RECOVERS, isConnected: false, withinMs: SEEN_MS };
/** a relay that kept breaking rests for a while before it is tried again (RELAY-62) */
const resting: Told = { word: /^(reconnecting|waiting)$/, isConnected: false, withinMs: SEEN_MS };
/** a ping every 30 s, 5 s for its answer (RELAY-56) */
const silent: Told = {
  word: RECOVERS,
  isConnected: false,
  withinMs: SOCKET_PING_MS + SOCKET_PONG_TIMEOUT_MS + SEEN_MS,
};
const unharmed: Told = { word: CONNECTED, isConnected: true, withinMs: SEEN_MS };

/** sends more than it may that leads to nothing, from its first answers on */
const spamming: Told = {
  word: ON_BREAK,
  isConnected: false,
  withinMs: SOCKET_PING_MS + SOCKET_PONG_TIMEOUT_MS + SEEN_MS,
};

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
const soon = [SOON_MS, SOON_MS] as const;

/** Those of which only a browser shows what becomes of them; the others are in tests/app/faults.long.test.ts. */
export const FAULT_GROUPS: readonly FaultGroup[] = [
  {
    name: 'that cannot be reached',
    faults: {
      drop: { kind: 'drop' },
      refuse: { kind: 'refuse' },
      'HTTP 503': { kind: 'status', status: 503 },
      'HTTP 401': { kind: 'status', status: 401 },
    },
    start: unreachable,
    running: lost,
    recoverMs: checked,
  },
  {
    name: 'that do not answer the upgrade',
    faults: { 'no upgrade': { kind: 'stall' } },
    start: unanswered,
    running: silent,
    recoverMs: checked,
  },
  {
    name: 'that break off',
    faults: {
      'cut in a frame': { kind: 'cut' },
      'broken frame': { kind: 'malformed' },
      'half-close, client': { kind: 'half-close', toward: 'client' },
      'half-close, relay': { kind: 'half-close', toward: 'relay' },
      'close 1012': { kind: 'close', code: 1012 },
    },
    start: breaking,
    running: resting,
    recoverMs: rested,
  },
  {
    name: 'that fall silent',
    faults: { silence: { kind: 'silence' } },
    start: silent,
    running: silent,
    recoverMs: soon,
  },
  {
    name: 'that are slow',
    faults: {
      'delay 900 ms': { kind: 'delay', ms: 900 },
      'delay 6 s': { kind: 'delay', ms: 6_000 },
      'throttled to 3 kB/s': { kind: 'throttle', bytesPerSecond: 3_000 },
    },
    start: unharmed,
    running: unharmed,
    recoverMs: soon,
  },
  {
    name: 'that send garbage',
    faults: {
      'garbage beside': { kind: 'garbage', instead: false },
      'garbage instead': { kind: 'garbage', instead: true },
    },
    start: spamming,
    running: spamming,
    recoverMs: [BREAK_MS, BREAK_MS],
  },
  {
    name: 'that flood',
    faults: { 'flood of 3,000/s': { kind: 'flood', perSecond: 3_000 } },
    start: spamming,
    running: spamming,
    recoverMs: [BREAK_MS, BREAK_MS],
    unhurried: true,
  },
];
