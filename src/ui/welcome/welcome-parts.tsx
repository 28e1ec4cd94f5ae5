import { useRouter } from '@tanstack/react-router';
import { useAfterClosing, useOpenOverlay } from '#ui/overlay.ts';
import type { AppSearch } from '#ui/search-params.ts';
import { welcomeTexts as texts } from '#ui/texts/welcome.ts';

/** Which of the three steps this is; the last is the feed. */
export const WelcomeSteps = ({ at, note }: { at: 1 | 2; note?: string }) => (
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

/** Leads from the first step to the second. */
export const useToFollow = (): (() => void) => {
  const open = useOpenOverlay();
  return () => open({ welcome: 'follow' });
};

/** Leads out of all steps by `close`, then acts; the way back from the second alone leads to the first. */
export const useLeave = (close: () => void): ((act?: () => void) => void) => {
  const router = useRouter();
  const afterClosing = useAfterClosing(close);
  const leave = (act = () => {}): void => {
    const { welcome }: AppSearch = router.latestLocation.search;
    if (welcome === undefined) act();
    else afterClosing(() => leave(act));
  };
  return leave;
};
