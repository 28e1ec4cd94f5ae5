import { Button } from '#ui/kit/button.tsx';
import { publishTexts as texts } from '#ui/texts/publish.ts';
import type { OpenComposer } from './with-composer.tsx';

type PostProps = { composer: OpenComposer; label: string; disabled?: boolean };

/** The button that posts; it says what is done meanwhile. */
export const PostButton = ({ composer: { stage, busy, post }, label, disabled }: PostProps) => {
  const doing = stage === 'mining' ? texts.mining : stage === 'signing' ? texts.posting : undefined;
  return (
    <Button
      look="primary"
      {...(doing !== undefined && { icon: 'refresh' as const })}
      busy={busy}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-keyshortcuts="Control+Enter"
      onClick={post}
    >
      {doing ?? label}
    </Button>
  );
};

/** The two buttons under what is written in a sheet. */
export const PostButtons = ({ onCancel, ...post }: PostProps & { onCancel: () => void }) => {
  const { stops, send } = post.composer;
  return (
    <>
      <Button onClick={stops ? () => send({ type: 'composer.stop' }) : onCancel}>
        {stops ? texts.keepEditing : texts.cancel}
      </Button>
      <PostButton {...post} />
    </>
  );
};
