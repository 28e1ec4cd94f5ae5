import { useRouter } from '@tanstack/react-router';
import { ErrorNotice } from '#ui/kit/error-notice.tsx';
import { texts } from '#ui/texts/app.ts';
import { Page } from '#ui/kit/page.tsx';

type Props = { error: unknown; reset: () => void; level?: 1 | 2 };

/** Stands for a part of a screen that failed or whose code could not be loaded (ERR-01). */
export const ErrorPart = ({ error, reset, level = 2 }: Props) => {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorNotice error={error} onRetry={retry} level={level} />;
};

/** The same for a whole screen. */
export const ErrorScreen = (props: Props) => (
  <Page title={texts.error.title} ownHeading>
    <ErrorPart {...props} level={1} />
  </Page>
);
