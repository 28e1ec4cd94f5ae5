import { texts } from '#ui/texts/app.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { EmptyState } from './empty-state.tsx';

const messageOf = (error: unknown): string =>
  (error instanceof Error && error.message) || (typeof error === 'string' && error) || texts.error.unknown;

const detailsOf = (error: unknown): string => (error instanceof Error && error.stack) || messageOf(error);

type Props = { error: unknown; onRetry: () => void; level?: 1 | 2 };

/** What stands in the place of a view that failed (ERR-01, ERR-02). */
export const ErrorNotice = ({ error, onRetry, level = 2 }: Props) => (
  <div role="alert">
    <EmptyState
      art="nut"
      title={texts.error.title}
      level={level}
      action={
        <>
          <Button look="primary" onClick={onRetry}>
            {texts.error.retry}
          </Button>
          <CopyButton text={detailsOf(error)} label={texts.error.copyDetails} />
        </>
      }
    >
      <span className="empty__why">{texts.said(messageOf(error))}</span> <span>{texts.error.rest}</span>
    </EmptyState>
  </div>
);
