import { describe, expect, it } from 'vitest';
import { importCircles, importsOfSource } from './support/imports.ts';

const imports = importsOfSource();

/** From the ground up: each may import those before it. */
const AREAS = [
  'group-names',
  'deps',
  'running',
  'root',
  'wire',
  'first',
  'reading',
  'session',
  'relay-list',
  'care',
  'notifications',
  'social',
  'acting',
  'shell',
  'upkeep',
  'shortcuts',
  'ascii',
  'groups',
  'later',
];

/** 'a > b' for every folder of a floor that imports another one of it. */
const folderImports = (floor: string) => {
  const found = new Map<string, string>();
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [file, target].map((one) => new RegExp(`^src/${floor}/([^/]+)/`).exec(one)?.[1]);
      if (from && to && from !== to) found.set(`${from} > ${to}`, `${file} > ${target}`);
    }
  }
  return found;
};

describe('the house', () => {
  it('is read as a whole', () => {
    expect(imports.get('src/system.ts')).toContain('src/areas/groups.ts');
    expect(imports.size).toBeGreaterThan(500);
    expect(
      importCircles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a']],
          ['d', ['a']],
        ]),
      ),
    ).toEqual([['a', 'b', 'c']]);
  });

  it('has no circle of imports, types included', () => expect(importCircles(imports)).toEqual([]));

  it('has no two folders of actors that import each other', () => {
    const found = folderImports('actors');
    expect(found.has('feed > wire')).toBe(true);
    const pairs = [...found].filter(([pair]) => found.has(pair.split(' > ').reverse().join(' > ')));
    expect(pairs).toEqual([]);
  });

  it('has areas in an order', () => {
    const nameOf = (file: string) => /^src\/areas\/(.+)\.ts$/.exec(file)?.[1];
    const files = [...imports.keys()].flatMap((file) => nameOf(file) ?? []);
    expect(files.sort()).toEqual([...AREAS].sort());
    const upwards = [...imports].flatMap(([file, targets]) =>
      targets
        .filter(
          (target) =>
            AREAS.indexOf(nameOf(target) ?? '') >= AREAS.indexOf(nameOf(file) ?? '') && nameOf(file) && nameOf(target),
        )
        .map((target) => `${file} > ${target}`),
    );
    expect(upwards).toEqual([]);
  });
});
