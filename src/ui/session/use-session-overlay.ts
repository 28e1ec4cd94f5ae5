import { useSearch } from '@tanstack/react-router';
import { useOverlay, type OverlayName } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useClosing } from './use-closing.ts';

/** The overlays of login and keys, a later one above those before it. */
const ORDER = [
  'login',
  'savedAccounts',
  'unlockKey',
  'nsecLogin',
  'keyGeneration',
  'passphrasePrompt',
] as const satisfies readonly OverlayName[];

type SessionOverlay = (typeof ORDER)[number];

const isTop = (name: SessionOverlay, search: AppSearch): boolean =>
  ORDER.slice(ORDER.indexOf(name) + 1).every((above) => search[above] === undefined);

/**
 * An overlay that goes when its work is done, or gives way by `giveWay`. One above another goes first, so that each way back
 * leads to the page where it was opened.
 */
export const useSessionOverlay = (
  name: SessionOverlay,
  done: boolean,
  giveWay?: () => void,
): { readonly close: () => void } => {
  const { close } = useOverlay(name);
  useClosing(isTop(name, useSearch({ strict: false })) && done, giveWay ?? close);
  return { close };
};
