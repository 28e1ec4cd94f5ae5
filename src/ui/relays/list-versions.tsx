import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { relayListVersionsKey, type ListVersion, type QueryData } from '#domain/cache/query-keys.ts';
import { isoTime } from '#domain/note/time.ts';
import { EARLIER_VERSIONS_SHOWN } from '#domain/replaceable/replaceable-limits.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useLoginGate } from '#ui/session/use-login-gate.ts';
import { useArea } from '#ui/system-context.ts';
import { relayTexts } from '#ui/texts/relays.ts';
import { dateLabel } from '#ui/texts/formats.ts';

const { published, versions: words } = relayTexts;

type RowProps = { version: ListVersion; onPublish: (() => void) | undefined };

const Row = ({ version: { createdAt, relays }, onPublish }: RowProps) => {
  const date = dateLabel(createdAt);
  return (
    <li>
      <span>
        <time dateTime={isoTime(createdAt)}>{date}</time>, {words.relays(relays)}
      </span>
      {onPublish && (
        <Button look="line" size="s" aria-label={words.of(date)} onClick={onPublish}>
          {words.publish}
        </Button>
      )}
    </li>
  );
};

/** What this browser keeps of the user's list from before its newest version, to be published again. */
export const ListVersions = () => {
  const list = useArea('relay-list');
  const gate = useLoginGate();
  const pubkey = useSelector(list, ({ context }) => context.pubkey);
  const may = useSelector(
    list,
    (snapshot) => snapshot.context.signing !== 'read only' && snapshot.can({ type: 'list.restore', id: '' }),
  );
  const { data: [, ...earlier] = [] } = useQuery<QueryData['relay-list/versions']>({
    queryKey: relayListVersionsKey(pubkey),
    enabled: false,
  });
  const shown = earlier.slice(0, EARLIER_VERSIONS_SHOWN);
  if (shown.length === 0) return null;
  const restore = (id: string) =>
    gate({ act: { area: 'relay-list', event: { type: 'list.restore', id } }, title: published.publish });
  return (
    <details className="acks">
      <summary>
        <span className="grow">{words.title}</span>
        <span className="num">{shown.length}</span>
        <Icon name="down" size="s" />
      </summary>
      <ul>
        {shown.map((version) => (
          <Row key={version.id} version={version} onPublish={may ? () => restore(version.id) : undefined} />
        ))}
      </ul>
    </details>
  );
};
