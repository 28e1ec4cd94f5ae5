import { describe, expect, it } from 'vitest';
import { pressedKey, SHORTCUT_KEYS, shortcutOf } from '#domain/shell/shortcuts.ts';

const pressed = (key: string, code: string, shiftKey = false) => pressedKey({ key, code, shiftKey });

describe('keys of shortcuts', () => {
  it('are those they write, wherever they stand', () => {
    expect([pressed('j', 'KeyJ'), pressed('/', 'Slash'), pressed('?', 'Slash', true)]).toEqual(['j', '/', '?']);
    // Dvorak writes j where English writes c, German writes / above 7
    expect([pressed('j', 'KeyC'), pressed('/', 'Digit7', true), pressed('?', 'Minus', true)]).toEqual(['j', '/', '?']);
    expect([pressed('J', 'KeyJ'), pressed('Escape', 'Escape'), pressed('Enter', 'Enter')]).toEqual([
      'j',
      'Escape',
      'Enter',
    ]);
    expect([pressed('h', 'KeyH'), pressed('p', 'KeyP'), pressed('s', 'KeyS')]).toEqual(['h', 'p', 's']);
  });

  it('are those of an English keyboard on one that writes other letters', () => {
    expect([pressed('о', 'KeyJ'), pressed('л', 'KeyK'), pressed('п', 'KeyG')]).toEqual(['j', 'k', 'g']);
    expect([
      pressed('ת', 'Comma'),
      pressed('，', 'Comma'),
      pressed('。', 'Period'),
      pressed('؟', 'Slash', true),
    ]).toEqual([undefined, undefined, '.', '?']);
  });

  it('are no others', () => {
    expect([pressed('a', 'KeyQ'), pressed('q', 'KeyA'), pressed('J', 'KeyJ', true), pressed('Tab', 'Tab')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('stand for one thing each', () => {
    const all = Object.values(SHORTCUT_KEYS).flatMap((ways) => ways.map((keys) => keys.join(' ')));
    expect(new Set(all).size).toBe(all.length);
    expect([shortcutOf('h'), shortcutOf('h', true), shortcutOf('j', true)]).toEqual([undefined, 'feed', undefined]);
  });
});
