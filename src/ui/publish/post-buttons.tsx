import { Button } from '#ui/kit/button.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import type { Posting } from './use-posting.ts';

type PostProps = { posting: Posting; label: string; disabled?: boolean; onPost: () => void };

/** The button that posts; it says what is done meanwhile. */
export const PostButton = ({ posting: { stage }, label, disabled, onPost }: PostProps) => {
  const doing = stage === 'mining' ? texts.mining : stage === 'signing' ? texts.posting : undefined;
  return (
    <Button
      look="primary"
      {...(doing !== undefined && { icon: 'refresh' as const })}
      busy={doing !== undefined}
      disabled={disabled}
      aria-disabled={doing !== undefined || undefined}
      aria-keyshortcuts="Control+Enter"
      onClick={onPost}
    >
      {doing ?? label}
    </Button>
  );
};

/** The two buttons under what is written in a sheet. */
export const PostButtons = ({ onCancel, ...post }: PostProps & { onCancel: () => void }) => {
  const { stage, stop } = post.posting;
  const busy = stage === 'mining' || stage === 'signing';
  return (
    <>
      <Button onClick={busy ? stop : onCancel}>{busy ? texts.keepEditing : texts.cancel}</Button>
      <PostButton {...post} />
    </>
  );
};
