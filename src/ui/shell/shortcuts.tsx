import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { encodeNpub } from '#domain/identifiers.ts';
import type { Shortcut } from '#domain/shortcuts.ts';
import { useBack } from '#ui/navigation.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useAccount, useArea } from '#ui/system-context.ts';
import { moveToNote, openNote, pressInNote } from './note-focus.ts';

/** What each shortcut does on the screen that is open. */
const useActs = (): Readonly<Record<Shortcut, () => void>> => {
  const router = useRouter();
  const open = useOpenOverlay();
  const goBack = useBack();
  const { pubkey } = useAccount();
  const isFeed = () => router.latestLocation.pathname === '/';
  return {
    next: () => moveToNote(1),
    previous: () => moveToNote(-1),
    open: openNote,
    reply: () => pressInNote('reply'),
    like: () => pressInNote('like'),
    repost: () => pressInNote('repost'),
    write: () => void router.navigate({ to: '/create' }),
    search: () => void router.navigate({ to: '/search' }),
    'show new': () => document.querySelector<HTMLElement>('#main .pill')?.click(),
    back: () => (isFeed() ? undefined : goBack()),
    help: () => open({ shortcuts: true }),
    feed: () => void router.navigate({ to: '/' }),
    notifications: () => void router.navigate({ to: '/notifications' }),
    profile: () =>
      pubkey === undefined
        ? open({ login: true })
        : void router.navigate({ to: '/npub/$npub', params: { npub: encodeNpub(pubkey) } }),
    settings: () => open({ settings: true }),
  };
};

/** Does what is asked for by keys; draws nothing. */
export const Shortcuts = () => {
  const shortcuts = useArea('shortcuts');
  const acts = useActs();
  const act = useEffectEvent((name: Shortcut) => acts[name]());
  useEffect(() => {
    const { unsubscribe } = shortcuts.on('shortcut', ({ name }) => act(name));
    return unsubscribe;
  }, [shortcuts]);
  return null;
};
