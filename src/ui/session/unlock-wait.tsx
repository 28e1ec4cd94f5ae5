import { useSelector } from '@xstate/react';
import { useArea } from '#ui/system-context.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { WaitPanel } from './wait-panel.tsx';

/** Shows that a passphrase becomes a key, and how far it is where the device was measured. */
export const UnlockWait = () => {
  const unlock = useArea('key-unlock');
  const expected = useSelector(unlock, ({ context }) => context.expectedMs);
  const waited = useSelector(unlock, ({ context }) => context.waitedS);
  return (
    <WaitPanel
      title={texts.unlock.busy}
      why={texts.unlock.busyWhy}
      expectedMs={expected}
      {...(waited > 0 && { time: texts.seconds(waited) })}
    />
  );
};
