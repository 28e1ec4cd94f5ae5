import { describe, expect, it } from 'vitest';
import { sources, visibleTexts } from '#tests/support/visible-texts.ts';

const views = sources('src/ui/**/*.{ts,tsx}').filter((file) => !file.startsWith('src/ui/texts/'));

describe('the catalogue', () => {
  it.each(views)('has all texts of %s', (file) => {
    expect(visibleTexts(file).map(({ line, text }) => `${line}: ${text}`)).toEqual([]);
  });
});
