import { useRouter } from '@tanstack/react-router';
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

/** Ways from one step to the next; none of them stays in the history. */
export const useSteps = () => {
  const router = useRouter();
  return {
    toFollow: () =>
      void router.navigate({
        to: '.',
        search: (before) => ({ ...before, welcome: 'follow' as const }),
        state: true,
        replace: true,
      }),
    toFeed: () => void router.navigate({ to: '/', search: {}, replace: true }),
  };
};
