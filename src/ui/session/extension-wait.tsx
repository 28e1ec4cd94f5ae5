import { useSelector } from '@xstate/react';
import { useArea } from '#ui/system-context.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { WaitPanel } from './wait-panel.tsx';

/** Which extension is being waited for, and how long already (LOGIN-13). */
export const ExtensionWait = () => {
  const waited = useSelector(useArea('login'), ({ context }) => context.waitedS);
  return (
    <WaitPanel
      title={texts.extension.waiting(texts.options.extension)}
      why={texts.extension.waitingWhy}
      time={texts.extension.waited(waited)}
    />
  );
};
