import { useLocation, useRouter } from '@tanstack/react-router';
import { Icon } from '#ui/kit/icon.tsx';

/** The way back from a profile: where one came from, else the feed (ROUTE-28, ROUTE-30). */
export const ProfileBack = () => {
  const { history, navigate } = useRouter();
  const { fromNoteView = false, backToPath = '/' } = useLocation().state;
  const label = fromNoteView ? 'Back to the note' : 'Back';
  const goBack = () => {
    if (history.canGoBack()) history.back();
    else void navigate({ href: backToPath });
  };
  return (
    <button type="button" className="tap pf__back" aria-label={label} title={label} onClick={goBack}>
      <Icon name="back" />
    </button>
  );
};
