import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { LONG_PRESS_MS } from '#domain/shell/shell-limits.ts';

const placeOf = ({ clientX, clientY }: PointerEvent) => `${clientX} ${clientY}`;

/**
 * Handlers that tell a long press from a short one. A right click and the menu key count as long, too; a finger that moves
 * on scrolls. What comes late above the button may move it away below a pointer that stands still: it is held all the same.
 */
export const useLongPress = (onShort: () => void, onLong: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const place = useRef('');
  const end = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const long = () => {
    end();
    if (!wasLong.current) onLong();
    wasLong.current = true;
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      wasLong.current = false;
      if (event.button !== 0) return;
      place.current = placeOf(event);
      timer.current = setTimeout(long, LONG_PRESS_MS);
      document.addEventListener('pointerup', end, { once: true });
    },
    onPointerLeave: (event: PointerEvent) => {
      if (placeOf(event) !== place.current) end();
    },
    onPointerCancel: end,
    onKeyDown: ({ repeat }: KeyboardEvent) => {
      // a menu key that is held asks once
      if (!repeat) wasLong.current = false;
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      long();
    },
    onClick: ({ detail }: MouseEvent) => {
      const isHeld = wasLong.current && detail > 0;
      wasLong.current = false;
      if (!isHeld) onShort();
    },
  };
};
