import { useSelector } from '@xstate/react';
import { useArea, useSystem } from '#ui/system-context.ts';
import { InstallPrompt } from './install-prompt.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What the app asks about itself: one thing at a time, and a notice comes first. */
export const AppPrompts = () => {
  const { app } = useSystem();
  const updates = useSelector(useArea('update'), (snapshot) => snapshot.hasTag('prompt'));
  const installs = useSelector(useArea('install'), (snapshot) => snapshot.hasTag('prompt'));
  const hasNotice = useSelector(app, (snapshot) => snapshot.hasTag('notice'));
  if (hasNotice) return null;
  if (updates) return <UpdatePrompt />;
  return installs ? <InstallPrompt /> : null;
};
