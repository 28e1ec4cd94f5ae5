import type { ReactNode } from 'react';
import { isoTime } from '#domain/note/time.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { dateLabel } from '#ui/texts/formats.ts';
import { socialTexts } from '#ui/texts/social.ts';
import './social.css';

const words = socialTexts.versions;

/** `createdAt` in seconds; `what` says in a few words what the version holds. */
type Version = { readonly id: string; readonly createdAt: number; readonly what: ReactNode };

const Row = ({ createdAt, what, onRestore }: Version & { onRestore: () => void }) => {
  const date = dateLabel(createdAt);
  return (
    <li>
      <span>
        <time dateTime={isoTime(createdAt)}>{date}</time>, {what}
      </span>
      <Button look="line" size="s" aria-label={words.of(date)} onClick={onRestore}>
        {words.restore}
      </Button>
    </li>
  );
};

type Props = { versions: readonly Version[]; onRestore: (id: string) => void };

/** What this browser keeps of something from before its newest version; one press publishes one of them again. */
export const Versions = ({ versions, onRestore }: Props) =>
  versions.length > 0 && (
    <details className="acks versions">
      <summary>
        <span className="grow">{words.title}</span>
        <span className="num">{versions.length}</span>
        <Icon name="down" size="s" />
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys */}
      <ul tabIndex={0} aria-label={words.title}>
        {versions.map((version) => (
          <Row key={version.id} {...version} onRestore={() => onRestore(version.id)} />
        ))}
      </ul>
    </details>
  );
