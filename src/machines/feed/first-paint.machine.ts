import { emit, setup } from 'xstate';
import { FIRST_PAINT_MS, NOTES_PAGE_SIZE } from '#domain/feed/feed-limits.ts';
import { callbackSlot } from '#machines/slots.ts';

/** `rows`: how many could be shown by now. */
export type FirstPaintEvent =
  | { type: 'row.came'; rows: number }
  /** a relay has sent all it was asked for */
  | { type: 'relay.answered'; rows: number }
  /** relays are asked from here on; what was read before is there */
  | { type: 'page.begun'; rows: number }
  /** the page is there, or nobody waits for it any longer */
  | { type: 'page.over' };

/** What the slot `next frame` tells. */
export type FrameFact = { type: 'frame.came' };

type Rows = { rows: number };

/**
 * When a first page that is still on its way is shown: once a page is there, when a relay has answered, or FIRST_PAINT_MS after the
 * first note; from then on, too, at most once per frame. Relays that answer at nearly the same time are shown together, so that the
 * notes of one do not push those of the other down. It emits `paint` each time.
 */
export const firstPaintMachine = setup({
  types: {} as {
    context: { relays: number };
    input: { /** how many relays are asked */ relays: number };
    events: FirstPaintEvent | FrameFact;
    emitted: { type: 'paint' };
  },
  actors: { 'next frame': callbackSlot('next frame') },
  guards: {
    'there is something': (_, { rows }: Rows) => rows > 0,
    'a page is there': (_, { rows }: Rows) => rows >= NOTES_PAGE_SIZE,
    // of one alone nothing can come between
    'one relay is asked': ({ context }) => context.relays === 1,
  },
  actions: { 'tell to paint': emit({ type: 'paint' }) },
  delays: { FIRST_PAINT: FIRST_PAINT_MS },
}).createMachine({
  id: 'first-paint',
  context: ({ input }) => input,
  initial: 'nothing',
  on: { 'page.over': '.over' },
  states: {
    nothing: {
      on: {
        'row.came': [
          { guard: { type: 'a page is there', params: ({ event }) => event }, target: 'due' },
          { target: 'waiting' },
        ],
        'relay.answered': { guard: { type: 'there is something', params: ({ event }) => event }, target: 'due' },
        'page.begun': { guard: { type: 'there is something', params: ({ event }) => event }, target: 'painted' },
      },
    },
    waiting: {
      description: 'A moment for the notes that come with the first one.',
      after: { FIRST_PAINT: 'painted' },
      on: {
        'row.came': { guard: { type: 'a page is there', params: ({ event }) => event }, target: 'due' },
        'relay.answered': { guard: { type: 'there is something', params: ({ event }) => event }, target: 'due' },
      },
    },
    due: { always: [{ guard: 'one relay is asked', target: 'painted' }, { target: 'drawing' }] },
    drawing: {
      description: 'In the next frame, with what comes before it.',
      invoke: { id: 'next frame', src: 'next frame' },
      on: { 'frame.came': 'painted' },
    },
    painted: {
      entry: 'tell to paint',
      on: {
        'row.came': { guard: { type: 'there is something', params: ({ event }) => event }, target: 'drawing' },
        'relay.answered': { guard: { type: 'there is something', params: ({ event }) => event }, target: 'drawing' },
      },
    },
    over: { type: 'final' },
  },
});
