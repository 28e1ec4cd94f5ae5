import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { encodeNpub } from '#domain/protocol/identifiers.ts';
import type { Shortcut } from '#domain/shell/shortcuts.ts';
import { useBack } from '#ui/navigation.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { onceLoginIsGone } from '#ui/session/once-login-is-gone.ts';
import { useLoginGate, useScreenAct } from '#ui/session/use-login-gate.ts';
import { useArea, useSystem } from '#ui/system-context.ts';
import { sessionTexts } from '#ui/texts/session.ts';
import { HAS_ROOM, isBeside, setBeside } from './inspector-beside.ts';
import { moveToNote, openNote, pressInNote } from './note-focus.ts';
import { useNotePlace } from './note-place.ts';

/** Where there is room for both, who develops the app sees the inspector beside it. */
const besideFirst = (): boolean => import.meta.env.DEV && window.matchMedia(HAS_ROOM).matches;

/** Shows the own profile, to a visitor after the login. */
const useShowProfile = (): (() => void) => {
  const router = useRouter();
  const requireLogin = useLoginGate();
  const { account } = useSystem();
  const show = () => {
    const { pubkey } = account.get();
    if (pubkey !== undefined) void router.navigate({ to: '/npub/$npub', params: { npub: encodeNpub(pubkey) } });
  };
  useScreenAct('profile.show', () => onceLoginIsGone(router, show));
  return () =>
    account.get().pubkey === undefined
      ? requireLogin({ act: { type: 'profile.show' }, need: 'login', title: sessionTexts.pending.profile })
      : show();
};

/** What each shortcut does on the screen that is open. */
const useActs = (): Readonly<Record<Shortcut, () => void>> => {
  const { holdFocus, letGo } = useNotePlace();
  const router = useRouter();
  const open = useOpenOverlay();
  const { later } = useSystem();
  const goBack = useBack();
  const showProfile = useShowProfile();
  const move = (step: 1 | -1) => {
    moveToNote(step);
    holdFocus();
  };
  const isFeed = () => router.latestLocation.pathname === '/';
  return {
    next: () => move(1),
    previous: () => move(-1),
    open: openNote,
    reply: () => pressInNote('reply'),
    like: () => pressInNote('like'),
    repost: () => pressInNote('repost'),
    write: () => void router.navigate({ to: '/create' }),
    search: () => void router.navigate({ to: '/search' }),
    'show new': () => {
      letGo();
      document.querySelector<HTMLElement>('#main .pill')?.click();
    },
    back: () => (isFeed() ? undefined : goBack()),
    help: () => open({ shortcuts: true }),
    feed: () => void router.navigate({ to: '/' }),
    notifications: () => void router.navigate({ to: '/notifications' }),
    profile: showProfile,
    settings: () => open({ settings: true }),
    inspect: () => {
      if (isBeside()) setBeside(false);
      else if (besideFirst()) void later('inspector').then(() => setBeside(true));
      else open({ inspect: true });
    },
  };
};

/** Does what is asked for by keys; draws nothing. */
export const Shortcuts = () => {
  const shortcuts = useArea('shortcuts');
  const acts = useActs();
  const act = useEffectEvent((name: Shortcut) => acts[name]());
  const { earlyKeys } = useSystem();
  useEffect(() => {
    const { unsubscribe } = shortcuts.on('shortcut', ({ name }) => act(name));
    // what was pressed while this code was on its way is pressed now
    for (const early of earlyKeys.take()) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', early));
    return unsubscribe;
  }, [shortcuts, earlyKeys]);
  return null;
};
