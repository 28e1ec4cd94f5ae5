import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { NOTE_PLACES_KEPT } from '#domain/shell/shell-limits.ts';
import { giveFocus } from '#ui/kit/give-focus.ts';
import { currentNote, isNowhere, notes } from './note-focus.ts';

/** Session storage key; the note that had the focus on each path of this tab. */
const KEY = 'focused-notes';

const read = (): [path: string, note: string][] => {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(saved) ? (saved as [string, string][]) : [];
  } catch {
    return [];
  }
};

const keep = (path: string, note: string | undefined): void => {
  const others = read().filter(([other]) => other !== path);
  const all = note === undefined ? others : [...others, [path, note]];
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all.slice(-NOTE_PLACES_KEPT)));
  } catch {
    // without the storage the focus goes to the content of the screen
  }
};

/** What names a note on every screen: where its time leads, or what its list calls it. */
const nameOf = (note: HTMLElement | undefined): string | undefined =>
  note?.dataset['place'] ?? note?.querySelector('time')?.closest('a')?.getAttribute('href') ?? undefined;

/**
 * Gives the focus back to a note as soon as it is in the page, and again when its row is drawn anew, until the focus goes
 * elsewhere or somebody presses something. Returns a function that stops it.
 */
const hold = (name: string): (() => void) => {
  const look = () => {
    if (isNowhere(document)) giveFocus(notes().find((note) => nameOf(note) === name));
  };
  const changes = new MutationObserver(look);
  const stop = () => {
    changes.disconnect();
    document.removeEventListener('pointerdown', stop);
    document.removeEventListener('focusin', leave);
  };
  const leave = () => {
    if (!isNowhere(document) && nameOf(currentNote()) !== name) stop();
  };
  document.addEventListener('pointerdown', stop);
  document.addEventListener('focusin', leave);
  changes.observe(document.body, { childList: true, subtree: true });
  look();
  return stop;
};

/**
 * On the way back to a screen the note that had the focus gets it again, also after a reload. Between, `holdFocus` keeps the
 * focus at the note that has it, until `letGo`.
 */
export const useNotePlace = (): { readonly holdFocus: () => void; readonly letGo: () => void } => {
  const router = useRouter();
  const held = useRef(() => {});
  const holdFocus = useCallback(() => {
    const name = nameOf(currentNote());
    held.current();
    if (name !== undefined) held.current = hold(name);
  }, []);
  const letGo = useCallback(() => held.current(), []);
  useEffect(() => {
    let path = router.latestLocation.pathname;
    const leave = () => keep(path, nameOf(currentNote()));
    const enter = () => {
      held.current();
      path = router.latestLocation.pathname;
      const name = read().find(([of]) => of === path)?.[1];
      if (name !== undefined) held.current = hold(name);
    };
    enter();
    const stops = [
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) leave();
      }),
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged) enter();
      }),
    ];
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      for (const stop of stops) stop();
      held.current();
    };
  }, [router]);
  return { holdFocus, letGo };
};
