import { useQuery } from '@tanstack/react-query';
import type { NostrEvent } from '#domain/event.ts';
import { parseMetadata } from '#domain/metadata.ts';
import { isoTime } from '#domain/time.ts';
import { Button } from '#ui/kit/button.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { useActing } from '#ui/system-context.ts';
import { dateLabel } from '#ui/texts/formats.ts';
import { publishTexts } from '#ui/texts/publish.ts';
import { socialTexts } from '#ui/texts/social.ts';
import '#ui/social/social.css';

const words = socialTexts.versions;

const Version = ({ version, onRestore }: { version: NostrEvent; onRestore: () => void }) => {
  const date = dateLabel(version.created_at);
  const { display_name: name, name: short } = parseMetadata(version) ?? {};
  return (
    <li>
      <span>
        <time dateTime={isoTime(version.created_at)}>{date}</time>,{' '}
        <bdi>{name || short || publishTexts.profile.nameless}</bdi>
      </span>
      <Button look="line" size="s" aria-label={words.of(date)} onClick={onRestore}>
        {words.restore}
      </Button>
    </li>
  );
};

/** What this browser keeps of the profile from before its newest version; one press publishes one of them again. */
export const ProfileVersions = ({ pubkey, onRestore }: { pubkey: string; onRestore: (id: string) => void }) => {
  const { writing } = useActing();
  const { data: [, ...earlier] = [] } = useQuery({
    queryKey: ['own-profile', pubkey, 'versions'],
    queryFn: () => writing.profile.versions(pubkey),
    staleTime: 0,
    gcTime: 0,
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
          <Version key={version.id} version={version} onRestore={() => onRestore(version.id)} />
        ))}
      </ul>
    </details>
  );
};
