import { useEffect, useState } from 'react';
import { linkLabel } from '#domain/text/web-url.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { useLoginGate, useScreenAct } from '#ui/session/use-login-gate.ts';
import { useAccount, useFeedRelay, usePreference } from '#ui/system-context.ts';
import { feedTexts as texts } from '#ui/texts/feed.ts';
import { sessionTexts } from '#ui/texts/session.ts';

/** A move of so many px is one that somebody makes. */
const MOVE_PX = 12;

/** Whether the reader is on the way down. */
const useReadingDown = (): boolean => {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const look = () => {
      const { scrollY } = window;
      if (Math.abs(scrollY - last) < MOVE_PX && scrollY > 0) return;
      setIsDown(scrollY > last);
      last = scrollY;
    };
    // before the list puts new rows in: to ask for the place after that would lay the page out twice
    window.addEventListener('scroll', look, { passive: true, capture: true });
    return () => window.removeEventListener('scroll', look, { capture: true });
  }, []);
  return isDown;
};

/**
 * Whose notes the feed shows: of people the user follows, which is the setting Follow Only, of everybody, or all that one
 * relay has.
 */
export const FeedSwitch = () => {
  const [followOnly, setFollowOnly] = usePreference('filterByFollow');
  const [relay, setRelay] = useFeedRelay();
  const isVisitor = useAccount().pubkey === undefined;
  const requireLogin = useLoginGate();
  const open = useOpenOverlay();
  const isAway = useReadingDown();
  const showFollowed = followOnly && !isVisitor;
  const show = (followed: boolean) => {
    window.scrollTo(0, 0);
    setRelay(undefined);
    setFollowOnly(followed);
  };
  const askToShow = () =>
    requireLogin({ act: { type: 'feed.showFollowed' }, need: 'login', title: sessionTexts.pending.followed });
  useScreenAct('feed.showFollowed', () => show(true));
  return (
    <div className="fsw" data-away={isAway || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is no flexible box in every browser */}
      <div className="seg" role="group" aria-label={texts.whose}>
        <button type="button" aria-pressed={showFollowed} onClick={() => (isVisitor ? askToShow() : show(true))}>
          <Icon name="users" size="s" />
          {texts.following}
        </button>
        <button type="button" aria-pressed={!showFollowed && relay === undefined} onClick={() => show(false)}>
          <Icon name="globe" size="s" />
          {texts.global}
        </button>
        <button
          type="button"
          aria-pressed={relay !== undefined}
          aria-haspopup="dialog"
          onClick={() => open({ feedRelay: true })}
        >
          {relay === undefined ? texts.oneRelay : <bdi className="clip">{linkLabel(relay)}</bdi>}
          <Icon name="down" size="xs" />
        </button>
      </div>
    </div>
  );
};
