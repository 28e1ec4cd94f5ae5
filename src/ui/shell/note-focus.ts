import { giveFocus } from '#ui/kit/give-focus.ts';

/** The notes of the screen in reading order, as far as they are in the page. */
export const notes = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#main article')];

/** The note that has the focus, itself or in one of its controls. */
export const currentNote = (): HTMLElement | undefined =>
  document.activeElement?.closest<HTMLElement>('#main article') ?? undefined;

/** Whether nothing has the focus but the page, or the content of the screen. */
export const isNowhere = ({ activeElement }: Document): boolean =>
  activeElement === null || activeElement.matches('body, main');

/** The first note that is in sight below what covers the top of the window. */
const firstInSight = (all: readonly HTMLElement[]): HTMLElement | undefined =>
  all.find((note) => note.getBoundingClientRect().bottom > Number.parseFloat(getComputedStyle(note).scrollMarginTop));

/** Gives the focus to the note after (1) or before (-1) the one that has it, else to the first in sight. */
export const moveToNote = (step: 1 | -1): void => {
  const all = notes();
  const current = currentNote();
  const next = current === undefined ? firstInSight(all) : all[all.indexOf(current) + step];
  if (next === undefined) return;
  giveFocus(next);
  next.scrollIntoView({ block: 'nearest' });
};

/** Opens the note that has the focus: what its time leads to. */
export const openNote = (): void => currentNote()?.querySelector('time')?.closest('a')?.click();

/** Presses a button of the note that has the focus. */
export const pressInNote = (button: 'reply' | 'like' | 'repost'): void =>
  currentNote()?.querySelector<HTMLElement>(`[data-act="${button}"]`)?.click();
