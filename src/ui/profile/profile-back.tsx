import { useLocation } from '@tanstack/react-router';
import { Icon } from '#ui/kit/icon.tsx';
import { useBack } from '#ui/navigation.ts';
import { texts } from '#ui/texts/app.ts';
import { profileTexts } from '#ui/texts/profile.ts';

/** The way back from a profile: where one came from, else the feed (ROUTE-28, ROUTE-30). */
export const ProfileBack = () => {
  const goBack = useBack();
  const fromNoteView = useLocation({ select: ({ state }) => state.fromNoteView === true });
  const label = fromNoteView ? profileTexts.backToNote : texts.shell.back;
  return (
    <button type="button" className="tap pf__back" aria-label={label} title={label} onClick={goBack}>
      <Icon name="back" />
    </button>
  );
};
