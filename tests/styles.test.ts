import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sources } from '#tests/support/visible-texts.ts';

describe('styles', () => {
  const physical =
    /(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b|(?<![\w-])(?:left|right)\s*:|text-align:\s*(?:left|right)|(?:float|clear):\s*(?:left|right)/;
  /** Top, right, bottom, left: the right differs from the left. */
  const uneven = /(?:^|[\s{;])(?:margin|padding|inset): ([^;{}]+);/g;

  /** The parts of a value, with what stands in brackets in one piece. */
  const partsOf = (value: string): readonly string[] =>
    (value.match(/(?:[^\s()]+|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []).map((part) => part.trim());

  it.each(sources('src/**/*.css'))(
    '%s names no left and no right, so that it also stands from right to left',
    (file) => {
      const css = readFileSync(file, 'utf8');
      expect(css.match(physical)?.[0]).toBeUndefined();
      const found = [...css.matchAll(uneven)].map(([, value = '']) => partsOf(value));
      expect(found.filter((parts) => parts.length === 4 && parts[1] !== parts[3])).toEqual([]);
    },
  );
});
