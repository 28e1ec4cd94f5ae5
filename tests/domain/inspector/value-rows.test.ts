import { describe, expect, it } from 'vitest';
import { shownRows } from '#domain/inspector/value-rows.ts';
import type { Shown } from '#domain/inspector/shown.ts';

const none = new Map<string, boolean>();
const told = (value: Shown, turned: ReadonlyMap<string, boolean> = none) =>
  shownRows(value, turned).map(({ depth, key, open }) => `${'  '.repeat(depth)}${key}${open ? ' open' : ''}`);

describe('the lines of a value', () => {
  it('go into what is small, and stop at marks', () => {
    const value = { name: 'ann', key: { $: 'sealed' }, place: { town: 'Ulm', at: [1, 2] } } as const;
    expect(told(value)).toEqual(['name', 'key', 'place open', '  town', '  at open', '    0', '    1']);
  });

  it('are closed and opened one by one', () => {
    const value = {
      place: { town: 'Ulm' },
      many: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, at])),
    };
    expect(told(value)).toEqual(['place open', '  town', 'many']);
    expect(told(value, new Map([['/place', false]]))).toEqual(['place', 'many']);
    expect(told(value, new Map([['/many', true]])).length).toBe(23);
  });

  it('show maps and sets by what is in them, and keys that look like marks as they were', () => {
    expect(told({ map: { $: 'map', entries: [['a', 1]] }, set: { $: 'set', values: [true] }, $$: 'x' })).toEqual([
      'map open',
      '  a',
      'set open',
      '  0',
      '$',
    ]);
  });

  it('say where the last event changed something, and open what it is in', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, at]));
    const changed = { many: { ...many, k3: 'three', k4: undefined }, place: undefined, town: 'Ulm' };
    const value = { many, place: { at: [1] }, town: 'Bonn', same: { many } };
    delete (changed.many as Record<string, unknown>)['k4'];
    const rows = shownRows(value, none, changed as never);
    expect(rows.flatMap(({ path, before }) => (before ? [[path, before.value]] : []))).toEqual([
      ['/many', changed.many],
      ['/many/k3', 'three'],
      ['/many/k4', undefined],
      ['/place', undefined],
      ['/town', 'Ulm'],
    ]);
    expect(rows.find(({ path }) => path === '/many')?.open).toBe(true);
    expect(rows.find(({ path }) => path === '/same/many')?.open).toBe(false);
    expect(shownRows(value, new Map([['/many', false]]), changed as never)[0]?.open).toBe(false);
  });

  it('are bounded', () => {
    const row = Array.from({ length: 5000 }, (_, at) => at);
    expect(shownRows({ row }, new Map([['/row', true]])).length).toBeLessThan(300);
  });
});
