import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { FIRST_PAINT_MS, NOTES_PAGE_SIZE } from '#domain/feed/feed-limits.ts';
import { firstPaintMachine } from '#machines/feed/first-paint.machine.ts';
import { expectFullCoverage } from '#tests/support/paths.ts';

const begin = (relays = 3) => {
  const clock = new SimulatedClock();
  let frame = () => {};
  const machine = firstPaintMachine.provide({
    actors: {
      'next frame': fromCallback(({ sendBack }) => {
        frame = () => sendBack({ type: 'frame.came' });
      }),
    },
  });
  const actor = createActor(machine, { input: { relays }, clock });
  let painted = 0;
  actor.on('paint', () => (painted += 1));
  actor.start();
  const row = (rows: number) => actor.send({ type: 'row.came', rows });
  const answer = (rows: number) => actor.send({ type: 'relay.answered', rows });
  return { actor, clock, row, answer, frame: () => frame(), painted: () => painted };
};

describe('the first paint of a page', () => {
  it('reaches every state and transition', () => {
    expectFullCoverage(firstPaintMachine, {
      inputs: [{ relays: 1 }, { relays: 2 }],
      events: [
        ...[0, 1, NOTES_PAGE_SIZE].flatMap((rows) => [
          { type: 'row.came', rows },
          { type: 'relay.answered', rows },
          { type: 'page.begun', rows },
        ]),
        { type: 'frame.came' },
        { type: 'page.over' },
        { type: 'xstate.after.FIRST_PAINT.first-paint.waiting' },
      ],
      check: ({ value }) => expect(value).not.toBe('due'),
    });
  });

  it('comes a moment after the first note, with all that came by then', () => {
    const { clock, row, painted } = begin();
    row(1);
    clock.increment(FIRST_PAINT_MS - 1);
    row(2);
    expect(painted()).toBe(0);
    clock.increment(1);
    expect(painted()).toBe(1);
  });

  it('comes in the next frame once a page is there or a relay has answered, and from then on once in a frame', () => {
    const full = begin();
    full.row(NOTES_PAGE_SIZE);
    expect(full.painted()).toBe(0);
    full.frame();
    expect(full.painted()).toBe(1);
    const { row, answer, frame, painted } = begin();
    answer(0);
    row(1);
    answer(1);
    answer(4);
    expect(painted()).toBe(0);
    frame();
    row(5);
    row(6);
    expect(painted()).toBe(1);
    frame();
    expect(painted()).toBe(2);
  });

  it('does not come as long as nothing could be shown', () => {
    const { clock, row, answer, frame, painted } = begin();
    row(0);
    answer(0);
    expect(painted()).toBe(0);
    clock.increment(FIRST_PAINT_MS);
    frame();
    const before = painted();
    row(0);
    answer(0);
    frame();
    expect(painted()).toBe(before);
    const one = begin(1);
    one.row(0);
    one.answer(0);
    expect(one.painted()).toBe(0);
  });

  it('waits for nobody where one relay is asked, and shows at once what was there before', () => {
    const one = begin(1);
    one.answer(3);
    expect(one.painted()).toBe(1);
    const saved = begin();
    saved.actor.send({ type: 'page.begun', rows: 0 });
    expect(saved.painted()).toBe(0);
    saved.actor.send({ type: 'page.begun', rows: 2 });
    expect(saved.painted()).toBe(1);
  });

  it('paints no more once the page is over', () => {
    const { actor, clock, row, painted } = begin();
    row(1);
    actor.send({ type: 'page.over' });
    clock.increment(FIRST_PAINT_MS);
    expect(painted()).toBe(0);
  });
});
