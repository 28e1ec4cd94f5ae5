import { assign, forwardTo, setup } from 'xstate';
import type { Sealed } from '#domain/protocol/sealed.ts';
import type { CameraProblem, ScanWish } from '#domain/scan/scan.ts';
import { callbackSlot } from '#machines/slots.ts';

/** What the slot `camera` tells. A code may be worth money, so it is sealed; one that nobody wants is not even told. */
export type CameraFact =
  | { type: 'camera.ready' }
  | { type: 'camera.failed'; problem: CameraProblem }
  | { type: 'code.found'; code: Sealed<string> }
  /** of a code that moves, so many parts are known */
  | { type: 'code.part'; known: number; count: number }
  | { type: 'code.other' };

/** Where the picture is shown, which is also where it is read. */
export type ShowPicture = { type: 'scan.show'; video: HTMLVideoElement };

export type ScannerEvent = CameraFact | ShowPicture | { type: 'scan.open'; wish: ScanWish } | { type: 'scan.close' };

type Context = {
  wish: ScanWish | undefined;
  code: Sealed<string> | undefined;
  problem: CameraProblem | undefined;
  parts: { readonly known: number; readonly count: number } | undefined;
};

/** Reads one code by the camera, which runs only while somebody looks for one. */
export const scannerMachine = setup({
  types: {} as { context: Context; events: ScannerEvent; tags: 'starting' | 'looking' | 'other' | 'found' | 'failed' },
  actors: { camera: callbackSlot<ShowPicture, { wish: ScanWish | undefined }>('camera') },
  actions: {
    'note wish': assign((_, { wish }: { wish: ScanWish }) => ({ wish })),
    'note code': assign((_, { code }: { code: Sealed<string> }) => ({ code })),
    'note problem': assign((_, { problem }: { problem: CameraProblem }) => ({ problem })),
    'note parts': assign((_, { known, count }: { known: number; count: number }) => ({ parts: { known, count } })),
    'forget all': assign({ wish: undefined, code: undefined, problem: undefined, parts: undefined }),
  },
}).createMachine({
  id: 'scanner',
  context: { wish: undefined, code: undefined, problem: undefined, parts: undefined },
  initial: 'closed',
  on: {
    'scan.open': { target: '.open', actions: { type: 'note wish', params: ({ event }) => event } },
    'scan.close': '.closed',
  },
  states: {
    closed: { entry: 'forget all' },
    open: {
      invoke: {
        id: 'camera',
        src: 'camera',
        input: ({ context }) => ({ wish: context.wish }),
        onError: {
          target: 'failed',
          actions: { type: 'note problem', params: { problem: { code: 'camera-failed' } } },
        },
      },
      on: {
        'scan.show': { actions: forwardTo('camera') },
        'camera.failed': { target: 'failed', actions: { type: 'note problem', params: ({ event }) => event } },
        'code.found': { target: 'found', actions: { type: 'note code', params: ({ event }) => event } },
      },
      initial: 'starting',
      states: {
        starting: { tags: 'starting', on: { 'camera.ready': 'looking' } },
        looking: {
          tags: 'looking',
          on: {
            'code.other': 'saying',
            'code.part': { actions: { type: 'note parts', params: ({ event }) => event } },
          },
        },
        saying: {
          description: 'A code was seen that is something else. It goes on looking.',
          tags: ['looking', 'other'],
          on: {
            'code.part': { target: 'looking', actions: { type: 'note parts', params: ({ event }) => event } },
          },
        },
      },
    },
    failed: { description: 'The way on is to open it again.', tags: 'failed' },
    found: { description: 'The camera is off already; who asked takes the code.', tags: 'found' },
  },
});
