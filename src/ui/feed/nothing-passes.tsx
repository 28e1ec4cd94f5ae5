import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { useOpenOverlay } from '#ui/overlay.ts';
import { feedTexts as texts } from '#ui/texts/feed.ts';
import { FeedSkeletons } from './feed-skeletons.tsx';

type Props = {
  /** notes that were read so far */
  read: number;
  /** more are on their way */
  busy: boolean;
  /** undefined: there is no more to look at */
  onFurther: (() => void) | undefined;
};

const SKELETONS = 5;

/** What stands in the place of the notes when all that were read are hidden. */
export const NothingPasses = ({ read, busy, onFurther }: Props) => {
  const open = useOpenOverlay();
  if (busy)
    return (
      <>
        <output className="feed__hidden padx">{texts.searching(read)}</output>
        <FeedSkeletons count={SKELETONS} />
      </>
    );
  return (
    <EmptyState
      art="bird"
      title={texts.nothingMatches}
      action={
        <>
          {onFurther && (
            <Button look="primary" onClick={onFurther}>
              {texts.lookFurther}
            </Button>
          )}
          <Button look="line" aria-haspopup="dialog" onClick={() => open({ settings: true }, 'filters')}>
            {texts.settings}
          </Button>
        </>
      }
    >
      {texts.nothingPasses(read)}
    </EmptyState>
  );
};
