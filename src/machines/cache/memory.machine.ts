import { assign, raise, setup } from 'xstate';
import {
  CLEANUP_AGGRESSIVE_MS,
  CLEANUP_BACKGROUND_MS,
  CLEANUP_PROACTIVE_MS,
  IOS_CHECK_MS,
  IOS_HIGH_READINGS,
  PRESSURE_CHECK_MS,
} from '#domain/cache/cache-limits.ts';
import {
  isHighOnIos,
  isSpike,
  strongerOf,
  type CleanupLevel,
  type PressureLevel,
} from '#domain/cache/cleanup-levels.ts';
import { promiseSlot } from '#machines/slots.ts';

export type MemoryEvent =
  /** make the cache smaller now */
  | { type: 'memory.cleanUp'; level: CleanupLevel }
  /** the browser has no room to save */
  | { type: 'storage.full' };

/** A measurement. `used` in bytes. */
export type Measured = { readonly used: number; readonly pressure: PressureLevel };

/** What a cleanup did. `at` in ms since the epoch. */
export type CleanedUp = { readonly at: number; readonly removed: number };

type Pressure = { type: 'pressure.measured'; pressure: PressureLevel };
type Output = { event: { output: Measured } };

const measured = ({ event }: Output) => event.output;
const cleaned = ({ event }: { event: { output: CleanedUp } }) => event.output;
const noted = ['tell pressure' as const, 'note reading' as const].map((type) => ({ type, params: measured }));
const wants = (level: CleanupLevel) => ({ type: 'want cleanup' as const, params: { level } });

const schedule = (delay: 'proactiveDelay' | 'backgroundDelay' | 'aggressiveDelay', level: CleanupLevel) => ({
  initial: 'waiting' as const,
  states: { waiting: { after: { [delay]: { target: 'waiting', reenter: true, actions: wants(level) } } } },
});

/**
 * Keeps the cache small (CACHE-33 to CACHE-45): measures how scarce memory is every 30 s, on iOS every 10 s, cleans up on its
 * three schedules, more under pressure, and makes room when the browser has none to save. What a level removes is said in
 * `domain/cache/memory.ts`.
 */
export const memoryMachine = setup({
  types: {} as {
    context: {
      ios: boolean;
      /** of the last reading */
      used: number | undefined;
      /** readings in a row that were high */
      highReadings: number;
      /** of the cleanup at work, or of the last one */
      level: CleanupLevel;
      /** wanted while another cleanup is at work */
      next: CleanupLevel | undefined;
      /** ms since the epoch */
      lastCleanup: number | undefined;
    };
    input: { ios: boolean };
    events: MemoryEvent | Pressure;
    tags: PressureLevel;
  },
  actors: {
    measure: promiseSlot<Measured>('measure'),
    'clean up': promiseSlot<CleanedUp, { level: CleanupLevel }>('clean up'),
    'make room': promiseSlot<CleanedUp>('make room'),
  },
  guards: {
    'is spike': ({ context }, { used }: Measured) => context.ios && isSpike(used, context.used),
    'is high again': ({ context }, { used }: Measured) =>
      context.ios && isHighOnIos(used) && context.highReadings + 1 >= IOS_HIGH_READINGS,
    'is scarce': (_, { pressure }: Measured) => pressure !== 'low',
    'is critical': (_, { pressure }: { pressure: PressureLevel }) => pressure === 'critical',
    'is high': (_, { pressure }: { pressure: PressureLevel }) => pressure === 'high',
    'is medium': (_, { pressure }: { pressure: PressureLevel }) => pressure === 'medium',
    'more is wanted': ({ context }) => context.next !== undefined,
  },
  actions: {
    'note reading': assign({
      used: (_, { used }: Measured) => used,
      highReadings: ({ context }, { used }) => (isHighOnIos(used) ? context.highReadings + 1 : 0),
    }),
    'start counting anew': assign({ highReadings: 0 }),
    'note level': assign({ level: (_, { level }: { level: CleanupLevel }) => level }),
    'note next': assign({
      next: ({ context }, { level }: { level: CleanupLevel }) => strongerOf(level, context.next),
    }),
    'take next': assign(({ context: { level, next } }) => ({ level: next ?? level, next: undefined })),
    'note cleanup': assign({ lastCleanup: (_, { at }: CleanedUp) => at }),
    'tell pressure': raise((_, { pressure }: Measured) => ({ type: 'pressure.measured' as const, pressure })),
    'want cleanup': raise((_, { level }: { level: CleanupLevel }) => ({ type: 'memory.cleanUp' as const, level })),
  },
  delays: {
    checkDelay: ({ context }) => (context.ios ? IOS_CHECK_MS : PRESSURE_CHECK_MS),
    proactiveDelay: CLEANUP_PROACTIVE_MS,
    backgroundDelay: CLEANUP_BACKGROUND_MS,
    aggressiveDelay: CLEANUP_AGGRESSIVE_MS,
  },
}).createMachine({
  id: 'memory',
  type: 'parallel',
  context: ({ input: { ios } }) => ({
    ios,
    used: undefined,
    highReadings: 0,
    level: 'proactive',
    next: undefined,
    lastCleanup: undefined,
  }),
  states: {
    pressure: {
      initial: 'low',
      on: {
        'pressure.measured': [
          { guard: { type: 'is critical', params: ({ event }) => event }, target: '.critical' },
          { guard: { type: 'is high', params: ({ event }) => event }, target: '.high' },
          { guard: { type: 'is medium', params: ({ event }) => event }, target: '.medium' },
          { target: '.low' },
        ],
      },
      states: {
        low: { tags: 'low' },
        medium: { tags: 'medium' },
        high: { tags: 'high' },
        critical: { tags: 'critical' },
      },
    },
    check: {
      initial: 'measuring',
      states: {
        measuring: {
          invoke: {
            id: 'measure',
            src: 'measure',
            onDone: [
              {
                guard: { type: 'is spike', params: measured },
                target: 'waiting',
                actions: [...noted, 'start counting anew', wants('ios optimised')],
              },
              {
                guard: { type: 'is high again', params: measured },
                target: 'waiting',
                actions: [...noted, 'start counting anew', wants('ios optimised')],
              },
              {
                guard: { type: 'is scarce', params: measured },
                target: 'waiting',
                actions: [...noted, wants('smart')],
              },
              { target: 'waiting', actions: noted },
            ],
            onError: 'waiting',
          },
        },
        waiting: { after: { checkDelay: 'measuring' } },
      },
    },
    proactive: schedule('proactiveDelay', 'proactive'),
    background: schedule('backgroundDelay', 'background'),
    aggressive: schedule('aggressiveDelay', 'aggressive'),
    cleanup: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'memory.cleanUp': {
              target: 'cleaning',
              actions: { type: 'note level', params: ({ event }) => event },
            },
            'storage.full': 'making room',
          },
        },
        cleaning: {
          invoke: {
            id: 'clean up',
            src: 'clean up',
            input: ({ context }) => ({ level: context.level }),
            onDone: { target: 'settling', actions: { type: 'note cleanup', params: cleaned } },
            onError: 'settling',
          },
          on: {
            'memory.cleanUp': { actions: { type: 'note next', params: ({ event }) => event } },
            'storage.full': 'making room',
          },
        },
        'making room': {
          description: 'The browser had no room to save: the saved copy goes, and then it is saved again, smaller.',
          invoke: {
            id: 'make room',
            src: 'make room',
            onDone: { target: 'settling', actions: { type: 'note cleanup', params: cleaned } },
            onError: 'settling',
          },
        },
        settling: {
          always: [{ guard: 'more is wanted', target: 'cleaning', actions: 'take next' }, { target: 'idle' }],
        },
      },
    },
  },
});
