import { describe, expect, it } from 'vitest';
import { keptPlaces } from '#domain/profile/kept-places.ts';

const people = (names: string) => [...names];
const kept = (shown: string, list: string, pressed: string) =>
  keptPlaces(people(shown), people(list), new Set(pressed)).join('');

describe('places in a list of people', () => {
  it('[PROF-11] are those of the list, whoever stood in it before', () => {
    expect(kept('abc', 'db', '')).toBe('db');
    expect(kept('', 'abc', '')).toBe('abc');
    expect(kept('abc', '', '')).toBe('');
  });

  it('stay with whoever was dropped in this view, also when they come in again', () => {
    expect(kept('abcd', 'abd', 'c')).toBe('abcd');
    expect(kept('abcd', 'abdc', 'c')).toBe('abcd');
    expect(kept('abcd', 'bd', 'ac')).toBe('abcd');
    expect(kept('abcd', 'd', 'abc')).toBe('abcd');
  });

  it('[PROF-11] stay beside what another device did', () => {
    expect(kept('abcd', 'bde', 'c')).toBe('bdce');
    expect(kept('abcd', '', 'd')).toBe('d');
    expect(kept('ab', 'abx', 'c')).toBe('abx');
  });
});
