import { assign, sendTo, setup } from 'xstate';
import {
  IOS_RELOAD_DELAY_MS,
  UPDATE_CHECK_MS,
  UPDATE_RELOAD_LIMIT_MS,
  UPDATE_TAKEOVER_LIMIT_MS,
  WORK_LOOKED_AT_MS,
} from '#domain/shell/shell-limits.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

export type UpdateEvent =
  /** a new version is on this device and waits to take over (PWA-08) */
  | { type: 'version.waiting' }
  /** the new version answers for the app from now on */
  | { type: 'version.active' }
  /** a new version could not be stored on this device */
  | { type: 'version.failed' }
  /** the page was moved into a window of its own, or back into the browser */
  | { type: 'window.changed'; standalone: boolean }
  | { type: 'update.confirm' }
  | { type: 'update.later' };

/** What the slot 'watch versions' is told. */
export type VersionCommand = { type: 'look' } | { type: 'take over' };

/** What must not be cut off by a reload; undefined for nothing. */
export type UnderWay = 'post' | 'text';

export type UpdateInput = { standalone: boolean; ios: boolean };

/** A version that waits when the page comes back to a browser needs nobody's word. */
const takenQuietly = {
  guard: 'runs in a browser' as const,
  target: 'next load' as const,
  actions: 'take over' as const,
};

/**
 * Looks for new versions of the app every 30 minutes. An installed app asks before it takes one and reloads (PWA-05 to
 * PWA-11); in a browser it is taken quietly and shows at the next load.
 */
export const updateMachine = setup({
  types: {} as {
    context: UpdateInput & { underWay: UnderWay | undefined };
    input: UpdateInput;
    events: UpdateEvent;
    tags: 'prompt' | 'available' | 'held' | 'updating' | 'failed';
  },
  actors: {
    'watch versions': callbackSlot<VersionCommand>('watch versions'),
    'look at work': promiseSlot<UnderWay | undefined>('look at work'),
  },
  guards: {
    'runs in a browser': ({ context }) => !context.standalone,
    'is iOS': ({ context }) => context.ios,
    'is under way': (_, { work }: { work: UnderWay | undefined }) => work !== undefined,
  },
  actions: {
    look: sendTo('versions', { type: 'look' }),
    'take over': sendTo('versions', { type: 'take over' }),
    'note window': assign((_, { standalone }: { standalone: boolean }) => ({ standalone })),
    'keep what is under way': assign({ underWay: (_, { work }: { work: UnderWay | undefined }) => work }),
    'remember update': actionSlot('remember update'),
    'forget update': actionSlot('forget update'),
    reload: actionSlot('reload'),
    'tell of failed store': actionSlot('tell of failed store'),
  },
  delays: {
    check: UPDATE_CHECK_MS,
    work: WORK_LOOKED_AT_MS,
    'iOS reload': IOS_RELOAD_DELAY_MS,
    takeover: UPDATE_TAKEOVER_LIMIT_MS,
    'reload limit': UPDATE_RELOAD_LIMIT_MS,
  },
}).createMachine({
  id: 'update',
  context: ({ input }) => ({ ...input, underWay: undefined }),
  initial: 'watching',
  states: {
    watching: {
      type: 'parallel',
      invoke: { id: 'versions', src: 'watch versions', onError: 'unsupported' },
      on: {
        'version.failed': { actions: 'tell of failed store' },
        'window.changed': { actions: { type: 'note window', params: ({ event }) => event } },
      },
      states: {
        clock: {
          initial: 'resting',
          states: { resting: { after: { check: { target: 'resting', reenter: true, actions: 'look' } } } },
        },
        version: {
          initial: 'current',
          states: {
            current: { on: { 'version.waiting': 'available' } },
            'next load': {
              description: 'In a browser: this page goes on as it is, the next one is of the new version.',
              on: { 'version.waiting': { actions: 'take over' } },
            },
            available: {
              tags: ['prompt', 'available'],
              always: takenQuietly,
              on: { 'update.confirm': 'checking', 'update.later': 'postponed' },
            },
            postponed: {
              description: 'Asked again for the next version, and at the next start.',
              tags: 'available',
              always: takenQuietly,
              on: { 'update.confirm': 'checking', 'version.waiting': 'available' },
            },
            checking: {
              tags: 'updating',
              invoke: {
                id: 'look',
                src: 'look at work',
                onDone: [
                  {
                    guard: { type: 'is under way', params: ({ event }) => ({ work: event.output }) },
                    target: 'held',
                    actions: { type: 'keep what is under way', params: ({ event }) => ({ work: event.output }) },
                  },
                  { target: 'updating' },
                ],
                onError: 'updating',
              },
            },
            held: {
              description: 'Something would be lost by a reload; it goes on by itself as soon as nothing would.',
              tags: ['prompt', 'held'],
              on: { 'update.later': 'postponed' },
              initial: 'waiting',
              states: {
                waiting: { after: { work: 'looking' } },
                looking: {
                  invoke: {
                    id: 'look again',
                    src: 'look at work',
                    onDone: [
                      {
                        guard: { type: 'is under way', params: ({ event }) => ({ work: event.output }) },
                        target: 'waiting',
                        actions: { type: 'keep what is under way', params: ({ event }) => ({ work: event.output }) },
                      },
                      { target: '#update.watching.version.updating' },
                    ],
                    onError: '#update.watching.version.available',
                  },
                },
              },
            },
            updating: {
              tags: ['prompt', 'updating'],
              entry: ['remember update', 'take over'],
              always: { guard: 'is iOS', target: 'pausing' },
              on: { 'version.active': 'reloading' },
              after: { takeover: 'reloading' },
            },
            pausing: {
              description: 'On iOS the new version does not tell when it is there.',
              tags: ['prompt', 'updating'],
              after: { 'iOS reload': 'reloading' },
            },
            reloading: {
              tags: ['prompt', 'updating'],
              entry: 'reload',
              after: { 'reload limit': 'failed' },
            },
            failed: {
              tags: ['prompt', 'failed'],
              entry: 'forget update',
              always: takenQuietly,
              on: { 'update.confirm': 'checking', 'update.later': 'postponed' },
            },
          },
        },
      },
    },
    unsupported: { description: 'No service worker here: each load brings what the server has.' },
  },
});
