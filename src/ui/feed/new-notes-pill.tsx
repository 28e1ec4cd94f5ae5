import { useSelector } from '@xstate/react';
import { Icon } from '#ui/kit/icon.tsx';
import { focusMain } from '#ui/shell/focus.ts';
import { useArea } from '#ui/system-context.ts';
import { texts } from '#ui/texts/app.ts';

/** Frames until the scroll to the top has happened, so that the new rows come in above nothing. */
const afterScroll = (act: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(act));

/** New notes wait behind this button, so that what is being read does not move. */
export const NewNotesPill = () => {
  const feed = useArea('feed');
  const count = useSelector(feed, (snapshot) => (snapshot.hasTag('new notes') ? snapshot.context.newCount : 0));
  const label = texts.newNotes(count);
  const show = () => {
    window.scrollTo(0, 0);
    focusMain();
    afterScroll(() => feed.send({ type: 'feed.showNew' }));
  };
  return (
    <output className={count > 0 ? 'news' : undefined}>
      {count > 0 && (
        <button type="button" className="pill" onClick={show}>
          <Icon name="up" size="s" />
          {label}
        </button>
      )}
    </output>
  );
};
