import { isStray, type Press } from '#domain/shell/stray-press.ts';

const pressOf = ({ timeStamp, clientX, clientY, target, detail, pointerType }: PointerEvent): Press => {
  const around = (selector: string) => (target as Partial<Element> | null)?.closest?.(selector);
  const label = around('label') as HTMLLabelElement | null | undefined;
  // a browser presses the control of a label once more, and may say that a finger did
  const control = around('a, button, input, select, summary, textarea') ?? label?.control;
  return {
    at: timeStamp,
    x: clientX,
    y: clientY,
    on: control ?? around('dialog'),
    says: control?.textContent,
    mayBeSecond: detail > 1 || pointerType === 'touch',
  };
};

/** Keeps the second press of a double press from what came up, or to light, under it: there a press may pay. Ends with the signal. */
export const holdStrayPresses = (window: EventTarget, signal: AbortSignal): void => {
  let before: Press | undefined;
  const hear = (event: Event) => {
    // without a detail it is a key, which presses where the focus is
    if ((event as PointerEvent).detail === 0) return;
    const press = pressOf(event as PointerEvent);
    if (!isStray(press, before)) return void (before = press);
    before = { ...press, on: before?.on, says: before?.says };
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ['mousedown', 'click']) window.addEventListener(type, hear, { capture: true, signal });
};
