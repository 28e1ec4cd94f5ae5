import { useRouter } from '@tanstack/react-router';
import { ErrorNotice } from '#ui/kit/error-notice.tsx';
import { texts } from '#ui/texts.ts';
import { Page } from './page.tsx';

type Props = { error: unknown; reset: () => void };

/** Stands for a part of a screen that failed or whose code could not be loaded (ERR-01). */
export const ErrorPart = ({ error, reset }: Props) => {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorNotice error={error} onRetry={retry} />;
};

/** The same for a whole screen. */
export const ErrorScreen = (props: Props) => (
  <Page title={texts.error.title}>
    <ErrorPart {...props} />
  </Page>
);
