import { assign, setup, type AnyEventObject } from 'xstate';
import { RecordingError, type ChosenFile, type RecordingProblem } from '#domain/inspector/recording-file.ts';
import { actionSlot, callbackSlot, promiseSlot } from '#machines/slots.ts';

export type InspectorEvent =
  | { type: 'inspector.open' }
  | { type: 'inspector.close' }
  /** What is shown stands still; what happens is kept nevertheless. */
  | { type: 'inspector.pause' }
  | { type: 'inspector.resume' }
  | { type: 'inspector.record' }
  /** Ends the recording, which can be saved then. */
  | { type: 'inspector.stop' }
  /** It was saved, or nobody wants it. */
  | { type: 'inspector.forget' }
  | { type: 'inspector.openFile'; file: ChosenFile }
  /** Replays the last two minutes of this page. */
  | { type: 'inspector.rewind' }
  /** Back to the page as it is. */
  | { type: 'inspector.leave' }
  | { type: 'replay.play' }
  | { type: 'replay.pause' }
  | { type: 'replay.speed'; speed: ReplaySpeed }
  | { type: 'replay.step'; by: 1 | -1 }
  /** 0: before the first step */
  | { type: 'replay.seek'; step: number }
  | { type: 'replay.error'; which: 'next' | 'previous' };

/** What the slots tell. */
type SlotEvent =
  /** no more is recorded */
  | { type: 'recording.full' }
  /** the time of this step has come */
  | { type: 'replay.reached'; step: number };

/** times as fast as it was */
export type ReplaySpeed = 1 | 10 | 100;

/** What is known of a recording that was opened. */
export type OpenedRecording = {
  readonly kind: 'recording';
  readonly steps: number;
  /** the step it is shown at first */
  readonly step: number;
  /** the steps that failed, in order */
  readonly errors: readonly number[];
};

/** In place of a recording the file held how often the tests reach what is in the charts, which is shown in them now. */
export type Counted = { readonly kind: 'counts' };

type Context = Omit<OpenedRecording, 'kind'> & {
  readonly isOpen: boolean;
  readonly speed: ReplaySpeed;
  /** none: the last two minutes */
  readonly file: ChosenFile | undefined;
  /** why the file chosen last was not opened */
  readonly problem: RecordingProblem | undefined;
};

const CLOSED = { isOpen: false, steps: 0, step: 0, errors: [], file: undefined } as const;

const within = (step: number, { steps }: Context) => Math.max(0, Math.min(steps, Math.round(step)));

const errorFrom = ({ errors, step }: Context, which: 'next' | 'previous') =>
  (which === 'next' ? errors.find((at) => at > step) : errors.findLast((at) => at < step)) ?? step;

/** Shows what the statecharts of the app do, records it, and replays what was recorded. */
export const inspectorMachine = setup({
  types: {} as {
    context: Context;
    events: InspectorEvent | SlotEvent;
    tags: 'open' | 'live' | 'paused' | 'recording' | 'recorded' | 'reading' | 'playing' | 'failed';
  },
  actors: {
    'watch app': callbackSlot('watch app'),
    'open recording': promiseSlot<OpenedRecording | Counted, { file: ChosenFile | undefined }>('open recording'),
    'play recording': callbackSlot<AnyEventObject, { step: number; speed: ReplaySpeed }>('play recording'),
  },
  guards: {
    'a recording is open': ({ context }) => context.isOpen,
    'these are counts': (_, { output }: { output: OpenedRecording | Counted }) => output.kind === 'counts',
    'that was the last step': ({ context }) => context.step >= context.steps,
  },
  actions: {
    'hold what is shown': actionSlot('hold what is shown'),
    'let it go on': actionSlot('let it go on'),
    'begin recording': actionSlot('begin recording'),
    'end recording': actionSlot('end recording'),
    'show the page': actionSlot('show the page'),
    'show step': actionSlot<{ step: number }>('show step'),
    'forget recording': assign(CLOSED),
    'forget problem': assign({ problem: undefined }),
    'note file': assign({ file: (_, { file }: { file: ChosenFile | undefined }) => file }),
    'note recording': assign((_, opened: OpenedRecording | Counted) =>
      opened.kind === 'counts' ? {} : { steps: opened.steps, step: opened.step, errors: opened.errors, isOpen: true },
    ),
    'note problem': assign({
      problem: (_, { error }: { error: unknown }) =>
        error instanceof RecordingError ? error.problem : ({ code: 'unreadable' } as const),
    }),
    'note step': assign({ step: ({ context }, { step }: { step: number }) => within(step, context) }),
    'note speed': assign({ speed: (_, { speed }: { speed: ReplaySpeed }) => speed }),
    'begin anew after the end': assign({ step: ({ context: { step, steps } }) => (step >= steps ? 0 : step) }),
  },
}).createMachine({
  id: 'inspector',
  context: { ...CLOSED, speed: 1, problem: undefined },
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing of the app is listened to, and nothing is kept.',
      on: { 'inspector.open': 'open' },
    },
    open: {
      tags: 'open',
      type: 'parallel',
      invoke: { id: 'watch app', src: 'watch app', onError: 'failed' },
      on: { 'inspector.close': { target: 'idle', actions: ['forget problem', 'forget recording', 'show the page'] } },
      states: {
        screen: {
          initial: 'live',
          on: {
            'inspector.openFile': {
              target: '.reading',
              actions: { type: 'note file', params: ({ event }) => event },
            },
            'inspector.rewind': {
              target: '.reading',
              actions: { type: 'note file', params: { file: undefined } },
            },
          },
          states: {
            live: {
              tags: 'live',
              entry: ['forget recording', 'show the page'],
              on: { 'inspector.pause': 'paused' },
            },
            paused: {
              tags: 'paused',
              entry: 'hold what is shown',
              exit: 'let it go on',
              on: { 'inspector.resume': 'live' },
            },
            reading: {
              description: 'A recording is being opened; the one before stays open until then.',
              tags: 'reading',
              entry: 'forget problem',
              invoke: {
                id: 'open recording',
                src: 'open recording',
                input: ({ context: { file } }) => ({ file }),
                onDone: [
                  { guard: { type: 'these are counts', params: ({ event }) => event }, target: 'counted' },
                  {
                    target: 'replaying',
                    actions: { type: 'note recording', params: ({ event }) => event.output },
                  },
                ],
                onError: [
                  {
                    guard: 'a recording is open',
                    target: 'replaying',
                    actions: { type: 'note problem', params: ({ event }) => event },
                  },
                  { target: 'live', actions: { type: 'note problem', params: ({ event }) => event } },
                ],
              },
              on: { 'inspector.leave': 'live' },
            },
            counted: {
              description: 'It was no recording: how often the tests reach each state is known now.',
              always: [{ guard: 'a recording is open', target: 'replaying' }, { target: 'live' }],
            },
            replaying: {
              on: {
                'inspector.leave': { target: 'live', actions: 'forget problem' },
                'replay.speed': { actions: { type: 'note speed', params: ({ event }) => event } },
                'replay.step': {
                  target: '.still',
                  actions: {
                    type: 'note step',
                    params: ({ context, event }) => ({ step: context.step + event.by }),
                  },
                },
                'replay.seek': {
                  target: '.still',
                  actions: { type: 'note step', params: ({ event }) => event },
                },
                'replay.error': {
                  target: '.still',
                  actions: {
                    type: 'note step',
                    params: ({ context, event }) => ({ step: errorFrom(context, event.which) }),
                  },
                },
              },
              initial: 'still',
              states: {
                still: {
                  entry: { type: 'show step', params: ({ context: { step } }) => ({ step }) },
                  on: { 'replay.play': { target: 'playing', actions: 'begin anew after the end' } },
                },
                playing: {
                  tags: 'playing',
                  entry: { type: 'show step', params: ({ context: { step } }) => ({ step }) },
                  invoke: {
                    id: 'play recording',
                    src: 'play recording',
                    input: ({ context: { step, speed } }) => ({ step, speed }),
                    onError: 'still',
                  },
                  always: { guard: 'that was the last step', target: 'still' },
                  on: {
                    'replay.pause': 'still',
                    'replay.speed': {
                      target: 'playing',
                      reenter: true,
                      actions: { type: 'note speed', params: ({ event }) => event },
                    },
                    'replay.reached': {
                      actions: [
                        { type: 'note step', params: ({ event }) => event },
                        { type: 'show step', params: ({ event }) => event },
                      ],
                    },
                  },
                },
              },
            },
          },
        },
        recorder: {
          initial: 'resting',
          states: {
            resting: { on: { 'inspector.record': 'recording' } },
            recording: {
              tags: 'recording',
              entry: 'begin recording',
              exit: 'end recording',
              on: { 'inspector.stop': 'recorded', 'recording.full': 'recorded' },
            },
            recorded: {
              description: 'What was recorded is not saved yet: no other recording takes its place.',
              tags: 'recorded',
              on: { 'inspector.forget': 'resting' },
            },
          },
        },
      },
    },
    failed: {
      description: 'The app could not be listened to.',
      tags: 'failed',
      on: { 'inspector.open': 'open', 'inspector.close': 'idle' },
    },
  },
});
