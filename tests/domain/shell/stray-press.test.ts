import { describe, expect, it, vi } from 'vitest';
import { STRAY_PRESS_MS, STRAY_PRESS_PX } from '#domain/shell/shell-limits.ts';
import { isStray } from '#domain/shell/stray-press.ts';
import { holdStrayPresses } from '#ui/shell/hold-stray-presses.ts';

const [PAGE, SHEET] = [undefined, { name: 'a sheet' }];

describe('the second press of a double press', () => {
  const first = { at: 1_000, x: 100, y: 200, on: PAGE, says: undefined, mayBeSecond: true };

  it('is stray where its first one opened or closed what it falls on', () => {
    expect(isStray({ ...first, at: 1_200, on: SHEET }, first)).toBe(true);
    expect(isStray({ ...first, at: 1_200, on: PAGE }, { ...first, on: SHEET })).toBe(true);
    expect(isStray({ ...first, at: 1_200 }, first)).toBe(false);
    expect(isStray({ ...first, at: 1_200, says: 'Pay 11 sats' }, { ...first, says: 'Next' })).toBe(true);
    expect(isStray({ ...first, at: 1_200, on: SHEET, mayBeSecond: false }, first)).toBe(false);
    expect(isStray(first, undefined)).toBe(false);
  });

  it('is a press of its own later, or elsewhere', () => {
    const second = { ...first, on: SHEET };
    expect(isStray({ ...second, at: first.at + STRAY_PRESS_MS - 1 }, first)).toBe(true);
    expect(isStray({ ...second, at: first.at + STRAY_PRESS_MS }, first)).toBe(false);
    expect(isStray({ ...second, x: first.x + STRAY_PRESS_PX - 1 }, first)).toBe(true);
    expect(isStray({ ...second, y: first.y + STRAY_PRESS_PX }, first)).toBe(false);
  });
});

describe('what hears all presses', () => {
  type Pressed = {
    readonly at: number;
    readonly on?: object | undefined;
    readonly detail?: number;
    readonly pointerType?: string;
    readonly part?: string;
  };

  const start = () => {
    const [window, leaving, heard] = [new EventTarget(), new AbortController(), vi.fn<(type: string) => void>()];
    holdStrayPresses(window, leaving.signal);
    for (const type of ['mousedown', 'click']) window.addEventListener(type, () => heard(type));
    const press = (type: string, { at, on = PAGE, detail = 1, pointerType = 'mouse', part = 'dialog' }: Pressed) => {
      const event = new Event(type, { cancelable: true });
      const known = {
        timeStamp: at,
        clientX: 5,
        clientY: 5,
        detail,
        pointerType,
        target: { closest: (selector: string) => (selector.includes(part) ? on : undefined) },
      };
      for (const [name, value] of Object.entries(known)) Object.defineProperty(event, name, { value });
      heard.mockClear();
      window.dispatchEvent(event);
      return heard.mock.calls.length > 0 && !event.defaultPrevented;
    };
    return { press, end: () => leaving.abort() };
  };

  it('lets the first through and holds the second, and all that follow it as fast', () => {
    const { press } = start();
    expect(press('mousedown', { at: 0 })).toBe(true);
    expect(press('click', { at: 80 })).toBe(true);
    expect(press('mousedown', { at: 200, on: SHEET, detail: 2 })).toBe(false);
    expect(press('click', { at: 280, on: SHEET, detail: 2 })).toBe(false);
    expect(press('click', { at: 700, on: SHEET, detail: 3 })).toBe(false);
    expect(press('click', { at: 1_300, on: SHEET })).toBe(true);
  });

  it('holds what a finger presses twice, which nobody counts, and nothing that the mouse says is one press', () => {
    const { press } = start();
    press('click', { at: 0, pointerType: 'touch' });
    expect(press('click', { at: 200, on: SHEET, pointerType: 'touch' })).toBe(false);
    press('click', { at: 1_000 });
    expect(press('click', { at: 1_200, on: SHEET })).toBe(true);
  });

  it('holds what falls on a control that means something else by then', () => {
    const { press } = start();
    const control = { textContent: 'Next' };
    const pressed = (at: number, detail: number) => press('click', { at, on: control, part: 'button', detail });
    expect(pressed(0, 1)).toBe(true);
    expect(pressed(200, 2)).toBe(true);
    control.textContent = 'Pay 11 sats';
    expect(pressed(400, 3)).toBe(false);
    expect(pressed(1_000, 1)).toBe(true);
  });

  it('takes a press on a label for one on its control, which a browser presses once more', () => {
    const { press } = start();
    const control = { textContent: '' };
    const touched = { at: 0, pointerType: 'touch' };
    expect(press('click', { ...touched, on: { control }, part: 'label' })).toBe(true);
    expect(press('click', { ...touched, on: control, part: 'input' })).toBe(true);
  });

  it('leaves keys alone, and everything once it ends', () => {
    const { press, end } = start();
    press('click', { at: 0 });
    expect(press('click', { at: 10, on: SHEET, detail: 0 })).toBe(true);
    end();
    expect(press('click', { at: 20, on: SHEET, detail: 2 })).toBe(true);
  });
});
