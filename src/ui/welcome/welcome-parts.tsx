import { useRouter } from '@tanstack/react-router';
import { useAfterClosing, useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { welcomeTexts as texts } from '#ui/texts/welcome.ts';

/** Which of the three steps this is; the last is the feed. */
export const Steps = ({ at, note }: { at: 1 | 2; note?: string }) => (
  <div className="stack wel__steps">
    <div className="wel__cells" aria-hidden="true">
      {[1, 2, 3].map((cell) => (
        <i key={cell} data-on={cell <= at || undefined} />
      ))}
    </div>
    <p className="t-sm c-3">
      {texts.step(at)}
      {note !== undefined && `, ${note}`}
    </p>
  </div>
);

/** Ways from one step to the next, and by `close` out of all of them; the way back from the second leads to the first. */
export const useSteps = (close: () => void) => {
  const router = useRouter();
  const open = useOpenOverlay();
  const afterClosing = useAfterClosing(close);
  const leave = (act = () => {}): void => {
    const { welcome }: AppSearch = router.latestLocation.search;
    if (welcome === undefined) return act();
    // not at once: who begins to wait while others are told is told as well
    afterClosing(() => queueMicrotask(() => leave(act)));
  };
  return {
    toFollow: () => open({ welcome: 'follow' }),
    toFeed: () => leave(() => void router.navigate({ to: '/', search: {} })),
    leave: () => leave(),
  };
};
