import { useLayoutEffect, type RefObject } from 'react';

const grow = (field: HTMLTextAreaElement): void => {
  field.style.blockSize = 'auto';
  const { borderTopWidth, borderBottomWidth } = getComputedStyle(field);
  const borders = Number.parseFloat(borderTopWidth) + Number.parseFloat(borderBottomWidth);
  field.style.blockSize = `${field.scrollHeight + borders}px`;
};

/** Makes a text field as high as its text with each render, in browsers that cannot do so by `field-sizing`. */
export const useGrowing = (field: RefObject<HTMLTextAreaElement | null>): void =>
  useLayoutEffect(() => {
    if (field.current && !CSS.supports('field-sizing', 'content')) grow(field.current);
  });
