import { buttonClass } from './button-class.ts';
import { AppLink } from '#ui/links.tsx';
import { linkTexts } from '#ui/texts/link.ts';

/** The way out of a screen that has nothing to show. */
export const ToFeed = () => (
  <AppLink to="/" className={buttonClass({ look: 'line' })}>
    {linkTexts.toFeed}
  </AppLink>
);
