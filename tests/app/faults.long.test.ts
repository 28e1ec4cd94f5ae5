import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  GOODBYE_REST_MAX_MS,
} from '#domain/relays/relays-limits.ts';
import type { ConnectionState } from '#machines/relays/connection-lights.ts';
import { fakeTime, pass } from '#tests/support/app-time.ts';
import { MIRA, noteBy, startApp, until } from '#tests/support/app-world.ts';
import { SOUND, type SocketFault, type SocketRelay } from '#tests/support/socket-relays.ts';

/** How the harmed relay stands, at the latest so many ms after the fault. */
type Told = { readonly is: readonly ConnectionState[]; readonly withinMs: number };

type Case = {
  readonly name: string;
  readonly fault: SocketFault;
  /** the fault was there from the start */
  readonly start: Told;
  /** it comes while the app runs */
  readonly running: Told;
  /** ms until all is as before once the fault is gone; after `start`, after `running` */
  readonly recoverMs: readonly [number, number];
  /** comes back only when it is asked for something, and not before its break is over (RELAY-59) */
  readonly wantsReason?: true;
};

const [SICK, ONE, TWO] = ['wss://sick.example', 'wss://one.example', 'wss://two.example'];
const HEALED_MS = 1_000;
const PAUSES_MS = POOL_RECONNECT_DELAY_MS * (POOL_MAX_ATTEMPTS - 1);
const TRIES_MS = SOCKET_RECONNECT_DELAY_MS * ((SOCKET_MAX_ATTEMPTS * (SOCKET_MAX_ATTEMPTS + 1)) / 2);
const CHECK_MS = POOL_HEALTH_CHECK_MS + HEALED_MS;
const SOON_MS = SOCKET_RECONNECT_DELAY_MS + HEALED_MS;
const TRY_MS = SOCKET_RECONNECT_DELAY_MS * (1 + 2) + HEALED_MS;
const DELAY_MS = 6_000;
const REST_MS = FLAPPING_PAUSE_MS + HEALED_MS;

/** opens and breaks again, five times (RELAY-54, RELAY-55) */
const breaking: Told = { is: ['given up'], withinMs: TRIES_MS + HEALED_MS };
/** a relay that kept breaking rests for a while before it is tried again (RELAY-62) */
const resting: Told = { is: ['recovering', 'waiting'], withinMs: HEALED_MS };
/** a ping every 30 s, 5 s for its answer (RELAY-56) */
const silent: Told = { is: ['recovering'], withinMs: SOCKET_PING_MS + SOCKET_PONG_TIMEOUT_MS + HEALED_MS };
/** 3 attempts of 5 s each, 5 s apart (RELAY-42) */
const unanswered: Told = {
  is: ['given up'],
  withinMs: POOL_CONNECT_TIMEOUT_MS * POOL_MAX_ATTEMPTS + PAUSES_MS + HEALED_MS,
};
const unharmed: Told = { is: ['connected'], withinMs: HEALED_MS };
/** the relay has said goodbye (RELAY-59); one that says it again has a break */
const left: Told = { is: ['not connected', 'resting'], withinMs: HEALED_MS };

const rested = [REST_MS, REST_MS] as const;
const soon = [SOON_MS, SOON_MS] as const;

const CASES: readonly Case[] = [
  {
    name: 'no answer to the upgrade',
    fault: { kind: 'stall' },
    start: unanswered,
    running: unharmed,
    recoverMs: [CHECK_MS, TRY_MS],
  },
  { name: 'close 1012', fault: { kind: 'close', code: 1012 }, start: breaking, running: resting, recoverMs: rested },
  {
    name: 'close 1000',
    fault: { kind: 'close', code: 1000 },
    start: left,
    running: left,
    recoverMs: soon,
    wantsReason: true,
  },
  {
    name: 'close 1001',
    fault: { kind: 'close', code: 1001 },
    start: left,
    running: left,
    recoverMs: soon,
    wantsReason: true,
  },
  { name: 'flapping', fault: { kind: 'flap', openMs: 60 }, start: breaking, running: resting, recoverMs: rested },
  { name: 'swallowed', fault: { kind: 'silence' }, start: silent, running: silent, recoverMs: [SOON_MS, TRY_MS] },
  { name: 'delay 900 ms', fault: { kind: 'delay', ms: 900 }, start: unharmed, running: unharmed, recoverMs: soon },
  {
    name: 'delay 6 s',
    fault: { kind: 'delay', ms: DELAY_MS },
    start: unharmed,
    running: unharmed,
    recoverMs: [DELAY_MS + SOON_MS, DELAY_MS + SOON_MS],
  },
];

type App = ReturnType<typeof startApp>;

const open = (fault: SocketFault) => {
  const held = (place: string) => [noteBy(MIRA, 'Held by all.', 300), noteBy(MIRA, `Held by ${place}.`, 200)];
  const app = startApp({ [SICK]: held('the sick one'), [ONE]: held('the first'), [TWO]: held('the second') }, fault);
  const [sick, one, two] = app.relays as [SocketRelay, SocketRelay, SocketRelay];
  return { ...app, sick, sound: [one, two] };
};

const isShown = (app: App, relays: readonly SocketRelay[]) => {
  const shown = app.shown();
  return relays.flatMap(({ events }) => events).every(({ content }) => shown.includes(content));
};

/** Asks for a person nobody asked for before, of whom every relay may have something. */
const askFor = async (app: App, count: number) => {
  await app.system.later('reading');
  const pubkey = count.toString(16).padStart(64, '0');
  app.system.find('profile')!.send({ type: 'profile.open', pubkey, part: 'notes', relays: [] });
};

const askUntilBack = async (app: App) => {
  const began = Date.now();
  for (let count = 1; app.connections()[SICK] !== 'connected'; count += 1) {
    if (Date.now() - began > GOODBYE_REST_MAX_MS + CHECK_MS) throw new Error('The relay is not asked again');
    await askFor(app, count);
    await pass(10_000, 200);
  }
};

let running: App | undefined;

beforeEach(() => void fakeTime());
afterEach(async () => {
  running?.system.stop();
  await pass(1_000);
  vi.useRealTimers();
});

describe('the app over a relay that is harmed', () => {
  it.each(CASES)('$name', async (one) => {
    const app = open(one.fault);
    running = app;
    const { sick, sound } = app;
    for (const [at, told] of [one.start, one.running].entries()) {
      sick.set(one.fault);
      const isSound = () => [ONE, TWO].every((url) => app.connections()[url] === 'connected');
      await until('the others are connected', isSound);
      sick.publish(noteBy(MIRA, `From the harmed relay, ${at}.`));
      sound[0]!.publish(noteBy(MIRA, `From a sound relay, ${at}.`));
      await until(`it is ${told.is.join(' or ')}`, () => told.is.includes(app.connections()[SICK]!), told.withinMs);
      await until('what the others have is shown', () => isShown(app, sound));
      expect(isSound()).toBe(true);
      sick.set(SOUND);
      if (one.wantsReason) await askUntilBack(app);
      const isBack = () => app.connections()[SICK] === 'connected' && isShown(app, app.relays);
      await until('all is as before', isBack, one.recoverMs[at]);
      const watched = () => new Set(app.relays.map((relay) => [...relay.asked().keys()].sort().join()));
      await until('every relay is asked the same', () => watched().size === 1 && !watched().has(''), 30_000);
      expect(app.relays.map((relay) => relay.open())).toEqual([1, 1, 1]);
    }
  });
});
