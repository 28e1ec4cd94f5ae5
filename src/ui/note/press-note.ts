import { useEffect } from 'react';

/** What opens by a press on it; the note that a screen is about is open already. */
const NOTE = 'article.note:not(.note--focus), article.tn, .th__up';
/** They have an act of their own. */
const OWN_ACT = 'a, button, input, textarea, select, label, summary, video, audio, [role=button], dialog';

/** The link to the thread of the note that was pressed: not of a part with an act of its own, nor of text that is selected. */
const threadOf = ({ target, defaultPrevented, shiftKey, altKey }: MouseEvent): HTMLAnchorElement | null => {
  if (defaultPrevented || shiftKey || altKey || !(target instanceof Element)) return null;
  const note = target.closest(NOTE);
  const act = target.closest(OWN_ACT);
  if (note === null || (act !== null && note.contains(act))) return null;
  return document.getSelection()?.isCollapsed === false ? null : (note.querySelector('time')?.closest('a') ?? null);
};

const open = (event: MouseEvent): void => {
  const isMiddle = event.button === 1;
  const link = event.button === 0 || isMiddle ? threadOf(event) : null;
  if (link === null) return;
  if (isMiddle || event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
};

/**
 * A press on a note opens its thread, as the time of the note does, which stays the way for keyboards and screen readers.
 * One listener in all, so that long lists pay nothing.
 */
export const useOpenOnPress = (): void =>
  useEffect(() => {
    document.addEventListener('click', open);
    document.addEventListener('auxclick', open);
    return () => {
      document.removeEventListener('click', open);
      document.removeEventListener('auxclick', open);
    };
  }, []);
