import { describe, expect, it } from 'vitest';
import { arrowPath } from '#domain/inspector/arrow-path.ts';
import { isActive, transitionLight } from '#domain/inspector/chart-lights.ts';
import { firstView, fitted, isInFrame, zoomed } from '#domain/inspector/chart-view.ts';
import { arrowLines, eventName, stateLines, statesOf } from '#domain/inspector/chart-words.ts';
import type { ChartState } from '#domain/inspector/chart.ts';

const state = (id: string, more: Partial<ChartState> = {}): ChartState => ({
  id,
  key: id.split('.').at(-1)!,
  type: 'atomic',
  tags: [],
  entry: [],
  exit: [],
  invoke: [],
  transitions: [],
  states: [],
  ...more,
});

const to = (event: string, target?: string, guard?: string) => ({
  event,
  actions: [],
  targets: target === undefined ? [] : [target],
  ...(guard !== undefined && { guard }),
});

const closed = state('door.closed', {
  invoke: [{ id: 'lock', src: 'turn the key' }],
  transitions: [
    to('xstate.done.actor.lock', 'door.open'),
    to('xstate.after.patience.door.closed', 'door.open'),
    to('xstate.after.500.door.closed'),
    to('knock', undefined, 'is friend'),
    to('', 'door.open', 'is broken'),
  ],
});
const chart = state('door', { type: 'compound', initial: closed.id, states: [closed, state('door.open')] });

const standing = { states: ['door.closed'], status: 'active', verdicts: {}, last: [] } as const;

describe('the words of a chart', () => {
  it('names events as people read them', () => {
    const names = closed.transitions.map(({ event }) => eventName(event));
    expect(names).toEqual(['lock done', 'after patience', 'after 500', 'knock', 'at once']);
  });

  it('says at an arrow what the state leaves open, and the guard below', () => {
    expect(arrowLines(closed, closed.transitions[0]!)).toEqual(['done']);
    expect(arrowLines(closed, closed.transitions[4]!)).toEqual(['at once', '[is broken]']);
  });

  it('names in a state what it invokes, each delay once, and what it does without leaving', () => {
    expect(stateLines(closed).map(({ text }) => text)).toEqual([
      'invoke turn the key',
      'after patience',
      'after 500 ms',
      'on knock [is friend]',
    ]);
  });

  it('counts each state before those in it', () => {
    expect(statesOf(chart).map(({ id }) => id)).toEqual(['door', 'door.closed', 'door.open']);
  });
});

describe('the lights of a chart', () => {
  it('are on where the actor is, and on the chart while it runs', () => {
    expect(isActive(chart, closed, standing)).toBe(true);
    expect(isActive(chart, chart.states[1]!, standing)).toBe(false);
    expect(isActive(chart, chart, standing)).toBe(true);
    expect(isActive(chart, chart, { ...standing, status: 'done' })).toBe(false);
  });

  it('tell what happened last, what can happen, and what a guard forbids', () => {
    const lit = {
      ...standing,
      verdicts: { 'door.closed#3': 'no', 'door.closed#4': 'asks' },
      last: ['door.open#0'],
    } as const;
    const lights = [0, 3, 4].map((index) => transitionLight(chart, closed, index, lit));
    expect(lights).toEqual(['next', 'no', 'asks']);
    expect(transitionLight(chart, chart.states[1]!, 0, lit)).toBe('last');
    expect(transitionLight(chart, chart.states[1]!, 1, lit)).toBe('off');
  });

  it('are off for what can happen once the actor ended', () => {
    expect(transitionLight(chart, closed, 0, { ...standing, status: 'stopped' })).toBe('off');
  });
});

describe('an arrow', () => {
  it('has round corners, smaller where the way is short', () => {
    expect(arrowPath([0, 0, 0, 40, 30, 40])).toBe('M0 0L0 30Q0 40 10 40L30 40');
    expect(arrowPath([0, 0, 0, 8, 30, 8])).toBe('M0 0L0 4Q0 8 4 8L30 8');
    expect(arrowPath([5, 5, 5, 90])).toBe('M5 5L5 90');
  });
});

describe('the view of a drawing', () => {
  const frame = [400, 300] as const;

  it('shows the whole where that can be read', () => {
    const view = fitted([200, 100], frame);
    expect(view.scale).toBe(1);
    expect(isInFrame([0, 0, 200, 100], view, frame)).toBe(true);
    expect(firstView([400, 300], frame, [0, 0, 10, 10])).toEqual(fitted([400, 300], frame));
  });

  it('shows what is active of a large one', () => {
    const active = [3000, 1000, 120, 60] as const;
    const view = firstView([4000, 2000], frame, active);
    expect(isInFrame(active, view, frame)).toBe(true);
    expect(view.scale).toBeGreaterThan(0.6);
  });

  it('keeps the point under the pointer when it is zoomed, within limits', () => {
    const before = { x: 10, y: 20, scale: 1 };
    const point = { x: 110, y: 70 };
    const after = zoomed(before, 2, point);
    expect(after.scale).toBe(2);
    expect([(point.x - after.x) / after.scale, (point.y - after.y) / after.scale]).toEqual([100, 50]);
    expect(zoomed(before, 1e9, point).scale).toBeLessThan(10);
    expect(zoomed(before, 1e-9, point).scale).toBeGreaterThan(0);
  });
});
