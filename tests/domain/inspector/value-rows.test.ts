import { describe, expect, it } from 'vitest';
import { shownRows } from '#domain/inspector/value-rows.ts';
import type { Shown } from '#domain/inspector/shown.ts';

const none = new Set<string>();
const told = (value: Shown, turned: ReadonlySet<string> = none) =>
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
    expect(told(value, new Set(['/place']))).toEqual(['place', 'many']);
    expect(told(value, new Set(['/many'])).length).toBe(23);
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

  it('are bounded', () => {
    const row = Array.from({ length: 5000 }, (_, at) => at);
    expect(shownRows({ row }, new Set(['/row'])).length).toBeLessThan(300);
  });
});
