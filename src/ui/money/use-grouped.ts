import { useRef, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { readSats, withoutMarks } from '#domain/money/sats.ts';
import { whole } from '#ui/texts/formats.ts';

/**
 * For a field with an amount: whole numbers are grouped while nobody writes in it. Who comes to it by anything but a pointer
 * finds all of it selected, and writes over it.
 */
export const useGrouped = (value: string, onChange: (text: string) => void) => {
  const isByPointer = useRef(false);
  return {
    onPointerDown() {
      isByPointer.current = true;
    },
    onFocus({ target }: FocusEvent<HTMLInputElement>) {
      const bare = withoutMarks(value);
      if (bare !== value) flushSync(() => onChange(bare));
      if (!isByPointer.current) target.select();
    },
    onBlur() {
      isByPointer.current = false;
      const sats = readSats(value);
      if (sats !== undefined) onChange(whole(sats));
    },
  };
};
