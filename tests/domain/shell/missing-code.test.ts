import { describe, expect, it } from 'vitest';
import { arrived, isCodeMissing } from '#domain/shell/missing-code.ts';

describe('code that comes later', () => {
  const failing = (file: unknown): unknown => {
    try {
      return arrived(file);
    } catch (error) {
      return error;
    }
  };

  it('is handed on as it is', () => {
    const file = { name: 'a' };
    expect(arrived(file)).toBe(file);
  });

  it('[ROUTE-42] is missing, in words that are known, where a listener kept the failure from being thrown', () => {
    expect(isCodeMissing(failing(undefined))).toBe(true);
  });

  it.each([
    'Failed to fetch dynamically imported module: https://a.example/assets/a.js',
    'error loading dynamically imported module: https://a.example/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('[ROUTE-42] is missing when a browser says "%s"', (words) => {
    expect(isCodeMissing(new TypeError(words))).toBe(true);
  });

  it('is not missing when it fails by itself', () => {
    expect(isCodeMissing(new TypeError("Cannot read properties of undefined (reading 'a')"))).toBe(false);
    expect(isCodeMissing('module script')).toBe(false);
  });
});
