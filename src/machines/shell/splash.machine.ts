import { setup } from 'xstate';
import { SPLASH_FADE_MS, SPLASH_SHOWN_MS } from '#domain/shell/shell-limits.ts';
import { actionSlot, callbackSlot } from '#machines/slots.ts';

export type SplashEvent =
  /** a key or a press: somebody does not want to wait */
  | { type: 'splash.dismiss' }
  /** a note stands on the page: there is something to read */
  | { type: 'splash.note' };

export type SplashInput = {
  /** shown before in this session, or the app is installed (PWA-13, PWA-14) */
  skip: boolean;
  /** ms the splash has been on screen already: it stands in the page before any code runs */
  shownMs: number;
};

/** The screen with logo and title at the start, over the page until there is a note to read (PWA-12, ADR 40). */
export const splashMachine = setup({
  types: {} as { context: SplashInput; input: SplashInput; events: SplashEvent; tags: 'shown' | 'behind' },
  actors: { 'watch presses': callbackSlot('watch presses'), 'watch notes': callbackSlot('watch notes') },
  guards: { 'is skipped': ({ context }) => context.skip },
  actions: {
    'remember splash': actionSlot('remember splash'),
    'step back': actionSlot('step back'),
    'fade splash': actionSlot('fade splash'),
    'remove splash': actionSlot('remove splash'),
  },
  delays: {
    shown: ({ context }) => Math.max(0, SPLASH_SHOWN_MS - context.shownMs),
    fade: SPLASH_FADE_MS,
  },
}).createMachine({
  id: 'splash',
  context: ({ input }) => input,
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'is skipped', target: 'gone' }, { target: 'shown' }] },
    shown: {
      tags: 'shown',
      entry: 'remember splash',
      invoke: { id: 'presses', src: 'watch presses', onError: 'fading' },
      after: { shown: 'fading' },
      on: { 'splash.dismiss': 'fading' },
      initial: 'covering',
      states: {
        covering: {
          invoke: { id: 'notes', src: 'watch notes', onError: '#splash.fading' },
          on: { 'splash.note': 'behind' },
        },
        behind: {
          description: 'What can be read stands before it and takes the presses.',
          tags: 'behind',
          entry: 'step back',
        },
      },
    },
    fading: {
      description: 'Still drawn, but the app below can be used.',
      entry: 'fade splash',
      after: { fade: 'gone' },
    },
    gone: { entry: 'remove splash' },
  },
});
