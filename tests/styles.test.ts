import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sources } from '#tests/support/source-files.ts';

describe('styles', () => {
  const physical =
    /(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?<![\w-])(?:left|right)\s*:|text-align:\s*(?:left|right)|(?:float|clear):\s*(?:left|right)/;
  /** Top, right, bottom, left: the right differs from the left. */
  const uneven = /(?:^|[\s{;])(?:margin|padding|inset): ([^;{}]+);/g;

  /** The parts of a value, with what stands in brackets in one piece. */
  const partsOf = (value: string): readonly string[] =>
    (value.match(/(?:[^\s()]+|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []).map((part) => part.trim());

  const unevenIn = (css: string): readonly string[] =>
    [...css.matchAll(uneven)]
      .map(([, value = '']) => value)
      .filter((value) => partsOf(value).length === 4 && partsOf(value)[1] !== partsOf(value)[3]);

  it('name no left and no right, so that they also stand from right to left', () => {
    const files = sources('src/**/*.css').map((file) => [file, readFileSync(file, 'utf8')] as const);
    expect(files.length).toBeGreaterThan(10);
    const found = files.flatMap(([file, css]) =>
      [...(css.match(new RegExp(physical, 'g')) ?? []), ...unevenIn(css)].map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('keep :has() away from what matches everything, or something in each row: else each element that comes or goes anywhere restyles all of them', () => {
    const after = /:has\((?:[^()]|\([^()]*\))*\)[^,{}]*[\s>+~](?:\*|\.avatar)(?=[\s,{:])/g;
    expect('main:has(> .a:not(.b)) > .c > * {'.match(after)).toHaveLength(1);
    expect('main:has(> .a) > .avatar {'.match(after)).toHaveLength(1);
    const found = sources('src/**/*.css').flatMap((file) => readFileSync(file, 'utf8').match(after) ?? []);
    expect(found).toEqual([]);
  });

  it('change below a pointer only where one hovers: after a touch it would stay', () => {
    const hovers = /@media \(hover: hover\) \{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;
    expect('@media (hover: hover) { .a:hover { color: red; } } .b {}'.replace(hovers, '')).toBe(' .b {}');
    const found = sources('src/**/*.css').flatMap((file) =>
      (
        readFileSync(file, 'utf8')
          .replace(hovers, '')
          .match(/[^\n{}]*:hover.*/g) ?? []
      ).map((rule) => `${file}: ${rule}`),
    );
    expect(found).toEqual([]);
  });
});
