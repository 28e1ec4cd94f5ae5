import { useRouter } from '@tanstack/react-router';
import type { AreaRefs } from '#machines/areas.ts';
import { NOT_READY } from '#domain/publish/publish.ts';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { sessionOverlays } from '#ui/session/session-overlays.ts';
import { useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { useSystem } from '#ui/system-context.ts';
import { socialTexts as texts } from '#ui/texts/social.ts';

type Acts = Pick<AreaRefs, 'follows' | 'mutes' | 'reactions' | 'reposts'>;

/**
 * Does something in the name of the user, after the login it asks for. `title`: the word of the button, as in 'Unlock &
 * Like'.
 */
export const useAct = () => {
  const { app, find, later } = useSystem();
  const requireLogin = useLoginGate();
  return <Name extends keyof Acts>(area: Name, event: Parameters<Acts[Name]['send']>[0], title: string): void => {
    const send = async () => {
      await later('acting');
      const actor: { send(event: Parameters<Acts[Name]['send']>[0]): void } | undefined = find(area);
      if (!actor) return app.send({ type: 'notice.show', text: NOT_READY });
      actor.send(event);
    };
    requireLogin(() => void send().catch(() => app.send({ type: 'notice.show', text: texts.notLoaded })), { title });
  };
};

/** Opens a sheet once those of the login are gone. */
export const useOpenOnceClear = () => {
  const router = useRouter();
  const open = useOpenOverlay();
  const isClear = () =>
    sessionOverlays.every(([name]) => (router.latestLocation.search as AppSearch)[name] === undefined);
  return (search: AppSearch) => {
    if (isClear()) return open(search);
    const stop = router.subscribe('onResolved', () => {
      if (!isClear()) return;
      stop();
      open(search);
    });
  };
};

/** Opens a sheet in which the user writes, after the login it asks for, whose own sheets go first. */
export const useOpenToWrite = () => {
  const openOnceClear = useOpenOnceClear();
  const requireLogin = useLoginGate();
  return (search: AppSearch, title: string): void => requireLogin(() => openOnceClear(search), { title });
};
