/** Gives the focus to what came in the place of a button; nothing moves. */
export const giveFocus = (element: Element | null | undefined): void => {
  if (!(element instanceof HTMLElement)) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};
