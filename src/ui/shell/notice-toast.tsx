import { useSelector } from '@xstate/react';
import { Suspense, useId } from 'react';
import { createPortal } from 'react-dom';
import type { Notice } from '#machines/shell/app.machine.ts';
import { ErrorBoundary } from '#ui/kit/error-boundary.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { later } from '#ui/kit/later.ts';
import { useTopmost } from '#ui/kit/topmost.ts';
import { useIsPainted } from '#ui/kit/use-painted.ts';
import { lacksRelays, RelaysWay } from '#ui/relays/relays-way.tsx';
import { useSystem } from '#ui/system-context.ts';
import { problemText } from '#ui/texts/problem-text.ts';
import { publishTexts } from '#ui/texts/publish.ts';

const ZapRefusal = later(() => import('#ui/wallet/zap-refusal.tsx').then((file) => file.ZapRefusal));

const NONE: readonly Notice[] = [];

const Line = ({ notice: { id, problem } }: { notice: Notice }) => {
  const { app } = useSystem();
  const text = useId();
  return (
    <span className="toast__top">
      <Icon name="info" />
      <span className="grow" id={text}>
        {'zap' in problem ? (
          <ErrorBoundary fallback={problemText(problem)}>
            <Suspense fallback={problemText(problem)}>
              <ZapRefusal told={problem} />
            </Suspense>
          </ErrorBoundary>
        ) : (
          problemText(problem)
        )}
        {lacksRelays(problem.code) && (
          <>
            {' '}
            <RelaysWay />
          </>
        )}
      </span>
      <IconButton
        icon="close"
        size="s"
        label={publishTexts.acks.dismiss}
        aria-describedby={text}
        onClick={() => app.send({ type: 'notice.dismiss', id })}
      />
    </span>
  );
};

/** A region that is there before its text is: else screen readers say nothing of it. */
const Region = ({ notices }: { notices: readonly Notice[] }) => {
  const told = useIsPainted() ? notices : NONE;
  return (
    <output aria-atomic="false">
      {told.length > 0 && (
        <span className="toast">
          {told.map((notice) => (
            <Line key={notice.id} notice={notice} />
          ))}
        </span>
      )}
    </output>
  );
};

/** Quiet notices of the app, above whatever is open: storage that keeps nothing, a part that was started again. */
export const NoticeToast = () => {
  const { app } = useSystem();
  const notices = useSelector(app, (snapshot) => (snapshot.hasTag('notice') ? snapshot.context.notices : NONE));
  const dialog = useTopmost();
  // a dialog has it only as long as there is something to tell
  return dialog && notices.length > 0 ? (
    createPortal(<Region notices={notices} />, dialog)
  ) : (
    <Region notices={notices} />
  );
};
