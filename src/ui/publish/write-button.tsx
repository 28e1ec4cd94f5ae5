import { buttonClass } from '#ui/kit/button-class.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { AppLink } from '#ui/links.tsx';
import { texts } from '#ui/texts/app.ts';

/** The way to a new note beside the feed. */
export const WriteButton = () => (
  <AppLink to="/create" className={buttonClass({ look: 'primary', size: 'lg', block: true })}>
    <Icon name="pen" />
    {texts.write}
  </AppLink>
);

/** The same above the dock, where there is nothing beside the feed. */
export const FloatingWriteButton = () => {
  useRootMark('pencil');
  return (
    <nav className="fab__place" aria-label={texts.write}>
      <AppLink to="/create" className="fab" aria-label={texts.write} title={texts.write}>
        <Icon name="pen" />
      </AppLink>
    </nav>
  );
};
