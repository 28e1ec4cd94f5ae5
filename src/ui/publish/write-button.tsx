import { buttonClass } from '#ui/kit/button-class.ts';
import { Icon } from '#ui/kit/icon.tsx';
import { useRootMark } from '#ui/kit/root-mark.ts';
import { AppLink } from '#ui/links.tsx';
import { texts } from '#ui/texts/app.ts';
import { useBegunText } from './use-is-begun.ts';

/** The way to a new note beside the feed. */
export const WriteButton = () => {
  const isBegun = useBegunText('note') !== undefined;
  return (
    <AppLink
      to="/create"
      className={buttonClass({ look: 'primary', size: 'lg', block: true })}
      aria-label={isBegun ? texts.writeOn : undefined}
    >
      <Icon name="pen" />
      {texts.write}
      {isBegun && <span className="begun" />}
    </AppLink>
  );
};

/** The same above the dock, where there is nothing beside the feed. */
export const FloatingWriteButton = () => {
  const isBegun = useBegunText('note') !== undefined;
  const name = isBegun ? texts.writeOn : texts.write;
  useRootMark('pencil');
  return (
    <nav className="fab__place" aria-label={texts.write}>
      <AppLink to="/create" className="fab" aria-label={name} title={name}>
        <Icon name="pen" />
        {isBegun && <span className="begun" />}
      </AppLink>
    </nav>
  );
};
