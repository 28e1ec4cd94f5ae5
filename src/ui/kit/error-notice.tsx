import { useState } from 'react';
import { isCodeMissing } from '#domain/shell/missing-code.ts';
import { CODE_RETRY_MS, ERROR_MESSAGE_CHARACTERS } from '#domain/shell/shell-limits.ts';
import { calmLine } from '#domain/text/calm-text.ts';
import { useKeyAtRisk } from '#ui/key-at-risk.ts';
import { useOnline } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';
import { Button } from './button.tsx';
import { CopyLineButton } from './copy-line-button.tsx';
import { EmptyState } from './empty-state.tsx';

const wordsOf = (error: unknown): string => {
  const words: unknown = error instanceof Error ? error.message : error;
  return typeof words === 'string' ? words : '';
};

const messageOf = (error: unknown): string => calmLine(wordsOf(error), ERROR_MESSAGE_CHARACTERS) || texts.error.unknown;

/** Not every browser puts the message into the stack. */
const detailsOf = (error: unknown): string => {
  const words = wordsOf(error).trim();
  const stack = (error instanceof Error && error.stack) || '';
  return (stack.includes(words) ? stack : `${words}\n${stack}`) || texts.error.unknown;
};

type Props = { error: unknown; onRetry: () => void; level?: 1 | 2 };

/** After an update the server has the code of the new version only. */
const Reload = () => {
  const isAtRisk = useKeyAtRisk();
  return (
    useOnline() && (
      <Button look={isAtRisk ? 'danger-quiet' : 'line'} onClick={() => window.location.reload()}>
        {isAtRisk ? texts.error.reloadAnyway : texts.shell.reload}
      </Button>
    )
  );
};

const KeyWarning = () => useKeyAtRisk() && <strong className="empty__why">{texts.error.keyInMemory}</strong>;

/** Missing code is not asked for again within a while: a press before that counts then, so that none is lost. */
const useTryAgain = (isMissing: boolean, onRetry: () => void) => {
  const [since] = useState(() => performance.now());
  return () => {
    const restMs = isMissing ? Math.ceil(since + CODE_RETRY_MS - performance.now()) : 0;
    if (restMs > 0) setTimeout(onRetry, restMs);
    else onRetry();
  };
};

/** What stands in the place of a view that failed (ERR-01, ERR-02), or whose code could not be loaded. */
export const ErrorNotice = ({ error, onRetry, level = 2 }: Props) => {
  const isMissing = isCodeMissing(error);
  const tryAgain = useTryAgain(isMissing, onRetry);
  return (
    <div role="alert">
      <EmptyState
        art="nut"
        title={texts.error.title}
        level={level}
        action={
          <>
            <Button look="primary" onClick={tryAgain}>
              {texts.error.retry}
            </Button>
            {isMissing ? <Reload /> : <CopyLineButton text={detailsOf(error)} label={texts.error.copyDetails} />}
          </>
        }
      >
        <span className="empty__why">{isMissing ? texts.error.notLoaded : messageOf(error)}</span>{' '}
        <span>{isMissing ? texts.error.notLoadedWhy : texts.error.rest}</span>
        {isMissing && (
          <>
            <KeyWarning />
            <small className="empty__why">{messageOf(error)}</small>
          </>
        )}
      </EmptyState>
    </div>
  );
};
