import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { WAIT_STEP_MS } from '#domain/session/session-limits.ts';
import type { ExtensionWait } from '#ports/session.ts';
import { Button } from '#ui/kit/button.tsx';
import { useTopmost } from '#ui/kit/topmost.ts';
import { useSession } from '#ui/system-context.ts';
import { sessionTexts as texts } from '#ui/texts/session.ts';
import { WaitPanel } from './wait-panel.tsx';
import './session.css';

/** Whole seconds since it appeared. */
const useSeconds = (): number => {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), WAIT_STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds;
};

const Wait = ({ wait: { id, what, limitMs } }: { wait: ExtensionWait }) => {
  const { waiting } = useSession();
  const seconds = useSeconds();
  const place = useTopmost() ?? document.body;
  // what is answered at once is not worth a word
  if (seconds === 0) return null;
  const toast = (
    <div className="toast">
      <WaitPanel
        title={texts.extension.waiting(texts.options.extension)}
        why={texts.extension.asked[what]}
        time={texts.extension.waited(seconds, limitMs)}
      />
      <Button size="s" onClick={() => waiting.cancel(id)}>
        {texts.cancel}
      </Button>
    </div>
  );
  return createPortal(toast, place);
};

/** What the extension was asked for and has not answered, with a way to stop waiting; the login shows its own. */
export const ExtensionToast = () => {
  const { waiting } = useSession();
  const [oldest] = useSyncExternalStore(waiting.subscribe, waiting.get).filter(({ what }) => what !== 'public key');
  return oldest && <Wait key={oldest.id} wait={oldest} />;
};
