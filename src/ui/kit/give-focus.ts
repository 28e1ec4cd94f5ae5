/** Gives the focus to something that is no control, too; nothing moves. */
export const giveFocus = (element: Element | null | undefined): void => {
  if (!(element instanceof HTMLElement)) return;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};
