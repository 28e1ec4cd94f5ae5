import { useSelector } from '@xstate/react';
import { Suspense, useEffect } from 'react';
import { NOTICE_SHOWN_MS } from '#domain/shell/shell-limits.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { later } from '#ui/kit/later.ts';
import { useSystem } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { problemText } from '#ui/texts/problem-text.ts';

const ZapRefusal = later(() => import('#ui/wallet/zap-refusal.tsx').then((file) => file.ZapRefusal));

/** Quiet notices of the app: storage that keeps nothing, a part that was started again. */
export const NoticeToast = () => {
  const { app } = useSystem();
  const notice = useSelector(app, (snapshot) => (snapshot.hasTag('notice') ? snapshot.context.notice : undefined));
  const dismiss = () => app.send({ type: 'notice.dismiss' });
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => app.send({ type: 'notice.dismiss' }), NOTICE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [app, notice]);
  return (
    <output>
      {notice && (
        <span className="toast">
          <span className="toast__top">
            <Icon name="info" />
            <span className="grow">
              {problemText(notice)}
              {notice.code === 'zap-refused' && (
                <Suspense>
                  <ZapRefusal why={notice.why} />
                </Suspense>
              )}
            </span>
            <IconButton icon="close" size="s" label={texts.shell.dismiss} onClick={dismiss} />
          </span>
        </span>
      )}
    </output>
  );
};
