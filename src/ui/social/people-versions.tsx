import { useQuery } from '@tanstack/react-query';
import type { PeopleList } from '#domain/people-list.ts';
import { peopleVersionsKey, type PeopleVersion, type QueryData } from '#domain/query-keys.ts';
import { isoTime } from '#domain/time.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { socialTexts as texts } from '#ui/texts/social.ts';
import { dateLabel } from '#ui/texts/formats.ts';
import { useAct } from './use-act.ts';

const words = texts.versions;

const Row = ({ version: { createdAt, people }, onRestore }: { version: PeopleVersion; onRestore: () => void }) => {
  const date = dateLabel(createdAt);
  return (
    <li>
      <span>
        <time dateTime={isoTime(createdAt)}>{date}</time>, {words.people(people)}
      </span>
      <Button look="line" size="s" aria-label={words.of(date)} onClick={onRestore}>
        {words.restore}
      </Button>
    </li>
  );
};

/** What this browser keeps of the user's list from before its newest version; one press publishes one of them again. */
export const PeopleVersions = ({ list, pubkey }: { list: PeopleList; pubkey: string }) => {
  const act = useAct();
  const { data: [, ...earlier] = [] } = useQuery<QueryData['people-list/versions']>({
    queryKey: peopleVersionsKey(list, pubkey),
    enabled: false,
  });
  if (earlier.length === 0) return null;
  return (
    <details className="acks versions">
      <summary>
        <span className="grow">{words.title}</span>
        <span className="num">{earlier.length}</span>
        <Icon name="down" size="s" />
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys */}
      <ul tabIndex={0} aria-label={words.title}>
        {earlier.map((version) => (
          <Row
            key={version.id}
            version={version}
            onRestore={() => act(list, { type: 'people.restore', id: version.id }, words.restore)}
          />
        ))}
      </ul>
    </details>
  );
};
