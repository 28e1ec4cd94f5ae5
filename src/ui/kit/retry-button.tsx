import { texts } from '#ui/texts/app.ts';
import type { ButtonLook } from './button-class.ts';
import { Button } from './button.tsx';
import { giveFocus } from './give-focus.ts';

type Props = Pick<ButtonLook, 'look' | 'size'> & { onRetry: () => void };

/** Asks again for what did not come. The press takes it away: the focus goes to the title of its sheet, or to the screen. */
export const RetryButton = ({ onRetry, ...look }: Props) => (
  <Button
    {...look}
    onClick={({ currentTarget }) => {
      giveFocus(currentTarget.closest('dialog')?.querySelector('h2') ?? document.getElementById('main'));
      onRetry();
    }}
  >
    {texts.error.retry}
  </Button>
);
